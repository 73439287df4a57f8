"""Progress is plain lines without a terminal, each event once, long text cut."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
from rich.console import Console

from upwell.agents.plan.settings import SiteSettings
from upwell.cli.crawls.crawl import summary
from upwell.crawling import Order, Outcome
from upwell.progress import Progress
from upwell.streams.records import Change, DeadLetter, ModelPublished, SiteStatus


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
        elif isinstance(record, DeadLetter):
            progress.letter(record)
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
    assert "answers (1 on the way), 1 object" in counted[0]


def test_a_line_on_a_terminal_is_no_wider_than_the_terminal() -> None:
    lines = told(status("parked", reason="because " * 40), width=60, terminal=True)
    assert 1 == len(lines)


def test_plain_lines_say_the_rate_and_what_the_last_requests_brought() -> None:
    """Over the last twenty or a little more, however many there were."""
    records: list[object] = [status("harvest")]
    for n in range(1, 9):
        records += [change(10 * n + i) for i in range(3)] + [status("harvest", answered=10 * n)]
    assert "the last 20 requests brought 6 new" in told(*records)[-1]
    assert "answers a second" in told(*records)[-1]


def test_the_foot_of_a_terminal_says_what_is_expected_and_when_it_ends() -> None:
    out, clock = io.StringIO(), iter(range(1000))
    console = Console(file=out, width=90, force_terminal=True, color_system=None)
    progress = Progress(console, now=lambda: float(next(clock)))
    progress.status(status("harvest", answered=10))
    for n in range(30):
        progress.change(change(n))
    counts = {"answered": 30, "queries": 12, "outstanding": 2, "barren": 1}
    progress.status(status("harvest", **counts, expected=0.35))
    out.seek(0)
    out.truncate(0)
    console.print(progress._counters())
    text = " ".join(out.getvalue().split())
    for said in (
        "shop.test 00:", "12 questions, 30 answers (2 on the way), 30 objects",
        "the last 20 requests brought 30 new", "answers a second",
        "the next 20 requests promise about 7 new; it ends below 1, after 50 questions in a row",
        "(1 so far), or at 10,000 pages",
    ):  # fmt: skip
        assert said in text
    assert all(len(line) <= 90 for line in out.getvalue().splitlines())


def test_an_object_of_an_earlier_run_is_the_first_one() -> None:
    console = Console(file=(out := io.StringIO()), width=80)
    progress = Progress(console)
    progress.restore(change(1))
    progress.change(change(2))
    assert "" == out.getvalue()


def test_no_text_of_a_site_steers_the_terminal() -> None:
    """Neither a title nor a reason; what would be a new line of ours is none."""
    evil = "\x1b]52;c;eA==\x07 \x9b2J \u202e a\n00:00.0  all is well"
    first = msgspec.structs.replace(change(1), text=evil)
    lines = told(first, status("parked", reason=evil), terminal=True, width=200)
    assert 2 == len(lines)
    assert [] == [code for line in lines for code in line if not code.isprintable()]


def test_a_site_that_has_ended_is_not_counted_on() -> None:
    ended = [status("parked", reason="nothing is left to ask", answered=n) for n in range(30)]
    assert ["shop.test  stopped: nothing is left to ask"] == told(*ended)


def test_a_record_that_could_not_be_handled_is_told() -> None:
    key = b"shop.test"
    letter = DeadLetter(
        topic="findings", partition=0, offset=7, key=key, value=b"", reason="ValueError: odd"
    )
    (line,) = told(letter)
    assert "could not be handled (ValueError: odd)" in line
    assert "upwell dead-letters list" in line


def test_a_crawl_that_asks_nothing_any_more_says_what_would(tmp_path: Path) -> None:
    """A finished one, given again: its file is of then, and its site may have changed."""
    order = Order(["http://shop.test/"], {"shop.test": SiteSettings()}, tmp_path)
    for before, hinted in ({}, False), ({"shop.test": 7}, False), ({"shop.test": 9}, True):
        out = io.StringIO()
        ended = {"shop.test": status("parked", reason="nothing is left to ask", answered=9)}
        summary(order, Outcome(ended, answered_before=before), Console(file=out, width=80))
        assert hinted == ("--watch" in out.getvalue()) == ("--fresh" in out.getvalue())


def test_a_form_that_was_not_asked_is_named_with_what_asks_it(tmp_path: Path) -> None:
    order = Order(["http://shop.test/"], {"shop.test": SiteSettings()}, tmp_path)
    template = "http://shop.test/authors?q={query}"
    for not_asked in ([], [template]):
        out = io.StringIO()
        ended = {"shop.test": status("parked", reason="done", not_asked=not_asked)}
        summary(order, Outcome(ended), Console(file=out, width=200))
        assert bool(not_asked) == (f"--template '{template}' asks it" in out.getvalue())
