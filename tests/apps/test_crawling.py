"""One crawl by another program: what reaches it, what it leaves, how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.apps import crawling
from benchmarks.apps.application import Application
from benchmarks.apps.crawling import crawl, events, standing
from benchmarks.apps.measuring import Order, least_to_install, measure

from .invented import write_application

LINES = """\
env | grep ^UPWELL_ | sort >env
echo '{"id": "1"}' >objects.jsonl
[ "$1" = changes ] && printf '{"event": "new"}\\n{"event": "changed"}\\n{"event": "new"}\\n'
[ "$1" = status ] && printf '{"reader": "a"}\\n{"site": "a", "phase": "parked", "reason": "dry"}\\n'
true
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands where the installed command does."""
    path = tmp_path / "program"
    monkeypatch.setattr(crawling, "upwell", lambda: str(path))
    return path


def _write(program: Path, script: str) -> None:
    program.write_text(f"#!/bin/sh\n{script}")
    program.chmod(0o755)


def test_a_crawl_sees_no_setting_and_its_lines_are_followed(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPWELL_SEED", "2")
    monkeypatch.setenv("UPWELL_MAX_PAGES", "3")
    _write(program, LINES)
    found = crawl("http://127.0.0.1/", tmp_path, max_pages=5, within_s=20)
    assert "" == (tmp_path / "env").read_text()
    assert (0, 1) == (found.exit, len(found.arrivals))
    assert found.began <= found.arrivals[0] <= found.ended
    assert {"new": 2, "changed": 1} == events(found)
    assert {"site": "a", "phase": "parked", "reason": "dry"} == standing(found)


def test_a_crawl_that_does_not_end_is_asked_to(tmp_path: Path, program: Path) -> None:
    _write(program, "trap 'exit 130' TERM\nwhile :; do sleep 0.05; done\n")
    found = crawl("http://127.0.0.1/", tmp_path, max_pages=5, within_s=0.3)
    assert (130, []) == (found.exit, found.arrivals)


def test_what_does_not_start_is_a_run_that_says_why(tmp_path: Path) -> None:
    application = Application(write_application(tmp_path / "one", "echo no >&2; exit 1"))
    order = Order(apps=tmp_path, commit="abc", seeds=(1, 2), recorded=tmp_path / "kept")
    assert [(1, "one does not start: no"), (2, "one does not start: no")] == [
        (run.seed, run.error) for run in measure(order, application)
    ]


def test_what_goes_wrong_in_one_crawl_is_the_error_of_that_run(
    tmp_path: Path, program: Path
) -> None:
    """The program writes no readings, so there is nothing to score; the next run is made."""
    _write(program, "echo it is refused >&2; exit 3")
    application = Application(write_application(tmp_path / "one"))
    order = Order(apps=tmp_path, commit="abc", runs=2, recorded=tmp_path / "kept")
    runs = list(measure(order, application))
    assert [1, 2] == [run.run for run in runs]
    for run in runs:
        assert run.error.endswith("the crawl ended with 3 and wrote nothing: it is refused")


def test_dresses_are_drawn_chosen_or_none(tmp_path: Path) -> None:
    application = Application(tmp_path / "one")
    order = Order(apps=tmp_path, commit="abc")
    assert [None] == order.dresses_of(application)
    assert ["7"] == Order(apps=tmp_path, commit="abc", dress="7").dresses_of(application)
    five = Order(apps=tmp_path, commit="abc", dresses=5).dresses_of(application)
    assert 5 == len(set(five))
    assert five != Order(apps=tmp_path, commit="abd", dresses=5).dresses_of(application)
    assert five != Order(apps=tmp_path, commit="abc", dresses=5).dresses_of(
        Application(tmp_path / "two")
    )


def test_the_short_form_tries_first_what_needs_least(tmp_path: Path) -> None:
    long = Application(write_application(tmp_path / "a", "echo one\n" * 9))
    short = Application(write_application(tmp_path / "b"))
    assert [short, long] == least_to_install([long, short])
