"""Progress is plain lines without a terminal, each event once, long text cut."""

from __future__ import annotations

import io

from rich.console import Console

from upwell.progress import Progress
from upwell.streams.records import Change, ModelPublished, SiteStatus


def status(phase: str, **more: object) -> SiteStatus:
    fields = {"site": "shop.test", "url": "http://shop.test/", "settings": {}, "phase": phase}
    return SiteStatus(**(fields | more))  # type: ignore[arg-type]


def change(n: int, event: str = "new") -> Change:
    return Change(
        id=f"o{n}", site="shop.test", version=1, event=event, url=None, text="word " * 90,
        page_url="http://shop.test/?q=a", query="a", fields={}, links=[], seen_at=0.0,
    )  # fmt: skip


def told(*records: object, width: int = 80, terminal: bool = False) -> list[str]:
    out, clock = io.StringIO(), iter(range(1000))
    console = Console(file=out, width=width, force_terminal=terminal, color_system=None)
    progress = Progress(console, now=lambda: float(next(clock)))
    for record in records:
        if isinstance(record, SiteStatus):
            progress.status(record)
        elif isinstance(record, ModelPublished):
            progress.model(record, 2)
        elif isinstance(record, Change):
            progress.change(record)
    return [line[line.index("shop.test") :] for line in out.getvalue().splitlines()]


def test_a_phase_is_told_once() -> None:
    lines = told(status("discover"), status("discover"), status("harvest"))
    assert [
        "shop.test  looking for its search form",
        "shop.test  asking what promises most new objects",
    ] == lines


def test_the_reason_of_the_end_is_told() -> None:
    assert ["shop.test  stopped: nothing is left to ask"] == told(
        status("parked", reason="nothing is left to ask")
    )


def test_of_many_objects_the_first_is_shown_and_cut() -> None:
    lines = told(change(1), change(2), change(1, "changed"))
    assert 1 == len(lines)
    assert lines[0].startswith("shop.test  first object: word word")
    assert lines[0].endswith("…")


def test_counts_are_told_from_time_to_time() -> None:
    quiet = [status("harvest", queries=n, answered=2 * n, outstanding=1) for n in range(9)]
    lines = told(change(1), *quiet)
    counted = [line for line in lines if "answers" in line]
    assert counted
    assert len(counted) < len(quiet)
    assert counted[0].endswith("answers (1 on the way), 1 objects")


def test_a_line_on_a_terminal_is_no_wider_than_the_terminal() -> None:
    lines = told(status("parked", reason="because " * 40), width=60, terminal=True)
    assert 1 == len(lines)
