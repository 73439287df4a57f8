"""Saved pages that are half broken: what can be read is read, what cannot is told (DESIGN 6.2)."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from upwell.cli.main import run
from upwell.streams.archive.folder import pages_of

PAGE = "<html><body><h1>Otters</h1><p>Two otters and one badger.</p></body></html>"


def pages(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text(PAGE)
    return folder


def upwell(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "upwell", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_half_broken_input_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """One process: a broken archive, an empty folder, a binary page, a dangling link, two pages."""
    good = pages(tmp_path / "good", "a.html", "b.html")
    (good / "c.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (good / "d.html").symlink_to("nowhere")
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.tar.xz").write_bytes(b"no archive")
    done = upwell("analyse", "bad.tar.xz", "empty", "good", cwd=tmp_path)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [
        ("a.html", "ok"),
        ("b.html", "ok"),
        ("c.html", "not_html"),
        ("d.html", "unreadable"),
    ] == [(line["file"], line["outcome"]) for line in lines]
    # html, body, h1, p and two strings; otter twice, two, one and badger
    assert [(6, 5), (6, 5), (0, 0), (0, 0)] == [(line["nodes"], line["terms"]) for line in lines]
    told = done.stderr.splitlines()
    assert 0 == done.returncode
    assert 5 == len(told)
    for line, said in zip(
        told,
        (
            "good/c.html is no HTML",
            "good/d.html cannot be read",
            "bad.tar.xz: not a tar",
            "empty holds no",
            "read 2 of 4",
        ),
        strict=True,
    ):
        assert said in line


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing", None, "missing does not exist"),
        ("empty", "folder", "holds no *.html"),
        ("picture.png", b"\x89PNG", "neither a folder"),
        ("bad.tar.xz", b"no archive", "not a tar archive"),
        ("bad.warc.gz", b"no archive", "not a WARC file"),
    ],
)
def test_a_path_with_nothing_to_read_is_a_configuration_error_in_one_line(
    tmp_path: Path,
    name: str,
    content: bytes | str | None,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if content == "folder":
        (tmp_path / name).mkdir()
    elif isinstance(content, bytes):
        (tmp_path / name).write_bytes(content)
    assert 3 == run(["analyse", str(tmp_path / name)])
    told = capsys.readouterr()
    assert "" == told.out
    assert 1 == len(told.err.splitlines())
    assert said in told.err


LIST = "<h1>Hits</h1><ul>{}</ul>"
ROW = "<li><a href=/{0}>Otter {0}</a> lives here"


@pytest.mark.parametrize(
    ("content", "outcome", "said"),
    [
        (b'{"a": [1, 2]}', "not_html", "is no HTML page"),
        (b' [1, {"b": "<p>"}]\n', "not_html", "is no HTML page"),
        (b"{{ title }} <p>of a template", "ok", ""),
        (b"GIF89a" + bytes(99), "not_html", "is no HTML page"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "not_html", "is no HTML page"),
        (b"%PDF-1.4\n", "not_html", "is no HTML page"),
        (b" \n", "empty", "is empty"),
        (b"<frameset><frame src=a.html></frameset>", "ok", ""),
        (b"<frameset><frame src=a><noframes>no frames</noframes></frameset>", "ok", ""),
        (b"plain words", "ok", ""),
    ],
)
def test_whatever_a_file_is_it_has_an_outcome_and_at_most_a_line_on_stderr(
    tmp_path: Path, content: bytes, outcome: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.html").write_bytes(content)
    assert (0 if outcome == "ok" else 1) == run(["analyse", str(tmp_path)])
    told = capsys.readouterr()
    assert [outcome] == [json.loads(line)["outcome"] for line in told.out.splitlines()]
    assert ["x.html " + said] * bool(said) == [
        line.partition("/")[2] for line in told.err.splitlines() if "/" in line
    ]


def test_copies_of_one_page_are_read_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = LIST.format("".join(ROW.format(n) for n in range(8)))
    for n in range(60):
        (tmp_path / f"{n}.html").write_text(page)
    assert 0 == run(["analyse", str(tmp_path)])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert 60 == len({line.pop("file") for line in lines})
    assert [lines[0]] * 60 == lines


def test_pages_of_many_sites_thrown_together_are_each_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tags = "article section main aside header footer nav form center dir".split()
    for tag in tags:
        rows = "".join(f"<{tag} class={tag}x><a href=/{n}>{tag} {n}</a> t" for n in range(5))
        (tmp_path / f"{tag}.html").write_text(f"<title>{tag}</title><div id={tag}>{rows}")
    assert 0 == run(["analyse", str(tmp_path)])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [("ok", f"{tag}.html") for tag in sorted(tags)] == [
        (line["outcome"], line["file"]) for line in lines
    ]
    assert all(line["nodes"] > 10 for line in lines)


@pytest.mark.parametrize("mode", [[], ["--stream"]], ids=["whole", "stream"])
def test_a_broken_line_of_pages_jsonl_is_named_once_and_costs_no_page(
    tmp_path: Path, mode: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("1.html", "2.html", "3.html", "4.html", "5.html")
    pages(tmp_path / "a" / "pages", *names)
    lines = [b'{"file": "%s", "url": "http://a/%s"}' % (n.encode(), n.encode()) for n in names]
    lines[1:4] = [b'{"file": "2.html",', b"[]", b'{"file": "4.html", "query": "\xff"}']
    (tmp_path / "a" / "pages.jsonl").write_bytes(b"\n".join(lines))
    assert 0 == run(["analyse", str(tmp_path), *mode])
    told = capsys.readouterr()
    found = {line["file"]: line["url"] for line in map(json.loads, told.out.splitlines())}
    known = {"1.html": "http://a/1.html", "5.html": "http://a/5.html"}
    assert dict.fromkeys(names) | known == {name: url or None for name, url in found.items()}
    named = [line for line in told.err.splitlines() if "pages.jsonl" in line]
    assert [2, 3, 4] == [int(line.partition("pages.jsonl, line ")[2][0]) for line in named]


def test_of_a_tar_that_is_cut_off_the_pages_before_are_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "shop.tar"
    with tarfile.open(path, "w") as archive:
        for name in ("a.html", "b.html"):
            info = tarfile.TarInfo(name)
            info.size = len(PAGE)
            archive.addfile(info, io.BytesIO(PAGE.encode()))
    with path.open("r+b") as cut:
        cut.truncate(1_540)
    assert 0 == run(["analyse", str(path)])
    told = capsys.readouterr()
    assert ["a.html"] == [json.loads(line)["file"] for line in told.out.splitlines()]
    assert "damaged" in told.err


@pytest.mark.parametrize("output", [[], ["-o", "out.jsonl"]], ids=["stdout", "file"])
def test_ctrl_c_leaves_whole_lines(tmp_path: Path, output: list[str]) -> None:
    """The last page is a pipe nobody writes to, behind `--stream`, so that the command waits."""
    pages(tmp_path / "a", *(f"{n}.html" for n in range(5)))
    waiting = tmp_path / "waits.py"
    waiting.write_text(
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background\n"
        "from upwell.streams.archive import saved\n"
        "real = saved.pages_of\n"
        "def pages_of(folder, tell):\n"
        "    yield from real(folder, tell)\n"
        "    print('waiting', file=sys.stderr, flush=True)\n"
        "    os.read(0, 1)\n"
        "saved.pages_of = pages_of\n"
        "from upwell.cli.main import main\n"
        "main(sys.argv[1:])\n"
    )
    assert pages_of.__name__ in waiting.read_text()  # what is stood in for has this name
    with subprocess.Popen(
        [sys.executable, str(waiting), "analyse", "a", "--stream", *output],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        assert b"waiting\n" == process.stderr.readline()
        process.send_signal(signal.SIGINT)
        written = process.stdout.read()
        assert 130 == process.wait(30)
    if output:
        written = (tmp_path / "out.jsonl").read_bytes()
    assert [f"{n}.html" for n in range(5)] == [
        json.loads(line)["file"] for line in written.splitlines()
    ]


def test_the_second_engine_reads_the_same_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    pages(tmp_path / "a", "1.html")
    found = []
    for engine in ("lxml", "lexbor"):
        assert 0 == run(["analyse", str(tmp_path / "a"), "--engine", engine])
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]
    assert 2 == run(["analyse", str(tmp_path / "a"), "--engine", "tidy"])
    assert "there are lxml, lexbor" in capsys.readouterr().err
