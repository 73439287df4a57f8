"""Where lines go: what is there and not ours stays, everything else is written (DESIGN 6).

One rule for every command that writes, so every case is run over all of them.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from upwell.cli.main import run
from upwell.errors import UsageError
from upwell.streams.sinks import require_ours

from .filled import SITE, change, fill, status

PAGES = ["saved"]
LOG = [SITE, "-d", "log"]
PRECIOUS = b'{"notes": "mine"}\nmore\n'

# A command that writes, with the option that names the file.
WRITES: dict[str, list[str]] = {
    "analyse -o": ["analyse", *PAGES, "-o"],
    "analyse --stream -o": ["analyse", *PAGES, "--stream", "-o"],
    "analyse --csv": ["analyse", *PAGES, "--csv"],
    "blocks -o": ["blocks", *PAGES, "-o"],
    "forms -o": ["forms", *PAGES, "-o"],
    "dedup -o": ["dedup", "urls", "-o"],
    "objects -o": ["objects", *LOG, "-o"],
    "objects --csv": ["objects", *LOG, "--csv"],
}
every = pytest.mark.parametrize("command", WRITES.values(), ids=WRITES)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("saved").mkdir()
    for query in ("otter", "heron"):
        hits = "".join(f"<li><a href=/{n}>{query} {n}</a> in {n} words</li>" for n in range(6))
        form = "<form action=/s><input name=q></form>"
        Path(f"saved/{query}.html").write_text(f"{form}<h1>{query}</h1><ul>{hits}</ul>")
    lines = [{"page": f"http://a/?q={q}", "query": q, "links": ["http://a/1"]} for q in "xyz"]
    Path("urls").write_text("\n".join(map(json.dumps, lines)))
    fill(f"upwell://{tmp_path}/log", [status(), change("a", 1), change("b", 1)])


@every
def test_somebody_elses_file_stays_as_it_is(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for content in (PRECIOUS, b"title,price\n1,2\n", b"\xff\xd8\xff\xe0", b'["a"]'):
        Path("mine").write_bytes(content)
        assert 2 == run([*command, "mine"])
        told = capsys.readouterr()
        assert ("", True) == (told.out, "mine is not upwell's own" in told.err)
        assert content == Path("mine").read_bytes()


@every
def test_a_file_of_ours_is_written_again(command: list[str]) -> None:
    """And so is an empty one; who may read it stays."""
    Path("out").touch(0o640)
    for _ in range(2):
        assert 0 == run([*command, "out"])
        assert 0o640 == stat.S_IMODE(Path("out").stat().st_mode)
        assert Path("out").read_bytes()
    first = Path("out").read_bytes()
    assert 0 == run([*command, "new/out"])
    assert first == Path("new/out").read_bytes()
    assert [] == [path.name for path in Path().iterdir() if "partial" in path.name]


@every
def test_a_link_stays_and_what_it_leads_to_is_written(command: list[str]) -> None:
    Path("behind").mkdir()
    Path("link").symlink_to("behind/out")
    assert 0 == run([*command, "link"])
    assert (True, True) == (Path("link").is_symlink(), bool(Path("behind/out").read_bytes()))
    Path("behind/out").write_bytes(PRECIOUS)
    assert 2 == run([*command, "link"])
    assert PRECIOUS == Path("behind/out").read_bytes()


@every
def test_pipes_and_devices_are_written_through(command: list[str]) -> None:
    assert 0 == run([*command, "out"])
    os.mkfifo("pipe")
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(Path("pipe").read_bytes()))
    reader.start()
    assert 0 == run([*command, "pipe"])
    reader.join()
    assert [Path("out").read_bytes()] == found
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert 0 == run([*command, os.devnull])
    assert Path(os.devnull).is_char_device()


@every
def test_a_dash_is_stdout(command: list[str], capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert 0 == run([*command, "out"])
    capsysbinary.readouterr()
    assert 0 == run([*command, "-"])
    assert Path("out").read_bytes() == capsysbinary.readouterr().out
    assert not Path("-").exists()


@every
def test_a_full_disk_is_told_in_one_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    assert 3 == run([*command, "/dev/full"])
    assert "No space left on device" in capsys.readouterr().err.splitlines()[-1]
    with open("/dev/full", "wb") as full:  # a process: its own stdout is what is full
        ended = subprocess.run(
            [sys.executable, "-m", "upwell", *command, "-"], stdout=full, stderr=subprocess.PIPE
        )
    last = ended.stderr.decode().splitlines()[-1]
    assert (3, True) == (ended.returncode, "No space left on device" in last)


def test_two_outputs_are_two_places(capsys: pytest.CaptureFixture[str]) -> None:
    Path("link").symlink_to("out")
    for one, other in (("-", "-"), ("out", "out"), ("out", "link")):
        assert 2 == run(["objects", *LOG, "-o", one, "--csv", other])
        assert "-o and --csv" in capsys.readouterr().err
    assert 0 == run(["objects", *LOG, "-o", os.devnull, "--csv", os.devnull])


@pytest.mark.parametrize("option", ["-o", "--readings", "--csv"])
def test_a_crawl_refuses_before_it_begins(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--fresh` as well, which removes what it fills."""
    Path("mine").write_bytes(PRECIOUS)
    for more in ([], ["--fresh"]):
        command = ["crawl", "http://127.0.0.1:9/", "-d", "data", option, "mine", *more]
        assert 2 == run(command)
        assert "mine is not upwell's own" in capsys.readouterr().err
        assert PRECIOUS == Path("mine").read_bytes()
    assert not Path("data").exists()


def test_a_worker_refuses_before_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").write_bytes(PRECIOUS)
    assert 2 == run(["worker", "-d", "data", "-o", "mine"])
    assert PRECIOUS == Path("mine").read_bytes()


@pytest.mark.parametrize(
    ("content", "manifest", "ours"),
    [
        (b'{"id": "a", "si', True, True),  # a crawl killed in its first line
        (b'{"id": "a", "si', False, False),
        (b'{"id": "a"}\n', True, False),  # whole, and not what we write
        (b"notes", True, False),
    ],
)
def test_a_first_line_that_is_not_whole_is_ours_beside_its_manifest(
    content: bytes, manifest: bool, ours: bool
) -> None:
    Path("out").write_bytes(content)
    if manifest:
        Path("out.position").write_text("{}")
    if ours:
        require_ours(Path("out"))
    else:
        with pytest.raises(UsageError, match="not upwell's own"):
            require_ours(Path("out"))
