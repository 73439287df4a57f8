"""Folders of applications: what is one, where a crawl of it begins, how it starts and ends."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.apps import application as application_module
from benchmarks.apps.application import (
    Absent,
    Application,
    applications,
    applications_folder,
    serving,
    start_page,
)

from .invented import write_application, write_folder


def test_a_folder_that_is_absent_is_told_with_the_variable_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPWELL_APPS", str(tmp_path / "nowhere"))
    with pytest.raises(Absent, match=r"UPWELL_APPS names .*nowhere, which has no bench.py"):
        applications_folder()


def test_a_further_application_is_a_further_folder(tmp_path: Path) -> None:
    root = write_folder(tmp_path / "apps")
    write_application(root / "one")
    write_application(root / "two")
    assert ["one", "two"] == [found.name for found in applications(root)]
    assert ["two"] == [found.name for found in applications(root, ["two"])]
    elsewhere = write_application(tmp_path / "three")
    assert [elsewhere] == [found.folder for found in applications(root, [str(elsewhere)])]


def test_a_name_that_no_folder_has_and_a_folder_without_its_scripts_are_refused(
    tmp_path: Path,
) -> None:
    root = write_folder(tmp_path)
    write_application(root / "one")
    with pytest.raises(Absent, match=r"no application other .* there are one"):
        applications(root, ["other"])
    (root / "one" / "truth").unlink()
    with pytest.raises(Absent, match="it has no truth"):
        applications(root)


@pytest.mark.parametrize(
    ("stated", "notes", "readme", "expected"),
    [
        (None, "", "", None),
        ("/a", "- Start at `/b`; not elsewhere", "", "/a"),  # what programs read comes first
        (None, "- Start at `/b`; not elsewhere", "", "/b"),
        (
            None,
            "`start [18101]` serves it",
            "| app | start page |\n|---|---|\n| one | `/c` |",
            "/c",
        ),
        (None, "", "| app | start page |\n|---|---|\n| other | `/c` |", None),
        (None, "", "| app | page |\n|---|---|\n| one | `/c` |", None),  # another column
    ],
)
def test_a_crawl_begins_where_the_folder_says(
    tmp_path: Path, stated: str | None, notes: str, readme: str, expected: str | None
) -> None:
    folder = write_application(tmp_path / "one")
    if stated is not None:
        (folder / "selectors.json").write_text(json.dumps({"start": stated}))
    (folder / "NOTES.md").write_text(notes)
    (tmp_path / "README.md").write_text(readme)
    assert expected == start_page(folder)


def test_an_application_is_stopped_whatever_happens_and_sees_no_setting_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPWELL_DELAY", "3")
    monkeypatch.setenv("UPWELL_SEED", "7")
    application = Application(write_application(tmp_path / "one"))
    run = tmp_path / "run"
    run.mkdir()
    with suppress(ZeroDivisionError), serving(application, run, seed=2, objects=30) as served:
        assert '"id": "1"' in served.truth.read_text()
        raise ZeroDivisionError
    port = served.origin.rpartition(":")[2]
    calls = (run / "calls").read_text().splitlines()
    assert [f"start {port} 30 2 ", f"truth {port}  2 ", f"stop {port}  2 "] == calls


def test_what_a_start_that_fails_said_last_is_its_reason(tmp_path: Path) -> None:
    start = "echo cannot install >&2; exit 1"
    application = Application(write_application(tmp_path / "one", start))
    with (
        pytest.raises(Absent, match="one does not start: cannot install"),
        serving(application, tmp_path, seed=1),
    ):
        pytest.fail("it is not served")
    assert (tmp_path / "calls").read_text().splitlines()[-1].startswith("stop")


def test_a_start_that_takes_too_long_leaves_nothing_that_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = 'sleep 60 & echo $! >"$UPWELL_RUN/child"; wait'
    monkeypatch.setattr(application_module, "START_S", 1.0)
    application = Application(write_application(tmp_path / "one", start))
    with (
        pytest.raises(Absent, match=r"one: .* timed out"),
        serving(application, tmp_path, seed=1),
    ):
        pytest.fail("it is not served")
    child = Path("/proc") / (tmp_path / "child").read_text().strip() / "stat"
    assert not child.exists() or child.read_text().split()[2] == "Z"


@pytest.mark.parametrize(
    ("page", "ready", "expected"),
    [("/a", "/b/", "/a"), (None, "/b/", "/b/"), (None, "/", "/"), (None, "", "/")],
)
def test_a_crawl_begins_else_where_the_application_is_ready(
    tmp_path: Path, page: str | None, ready: str, expected: str
) -> None:
    folder = write_application(tmp_path / "one", f"echo READY http://127.0.0.1:$1{ready}")
    with serving(Application(folder, page), tmp_path, seed=1) as served:
        assert expected == served.page
        assert not served.origin.endswith("/")
