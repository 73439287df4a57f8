"""What a crawl tells while it runs: a live display on a terminal, plain lines otherwise."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from upwell.streams.records import (
    Change,
    DeadLetter,
    ModelPublished,
    SiteStatus,
    WatchedSearch,
)
from upwell.streams.sinks.lines import BACK, ENDED, OF_SEARCHES

from .covered import coverage_sentence
from .pace import Pace, counted, outlook
from .terminal import on_one_line, printable

LINE_EVERY_S = 5.0  # between two plain lines of one site that only counts
LONGEST = 70  # characters of an object that are shown
ENDS = ("parked", "paused")  # phases in which nothing is asked
FIRST_ROUNDS = 2  # of a search, in which all of its list enters it
MANY = 4  # sites; of more of them a terminal shows a line each

_DOING = {
    "discover": "looking for its search form",
    "browse": "following its lists",
    "probe": "asking dictionary and nonsense words",
    "learn": "reading earlier pages again with a newer model",
    "widen": "trying whether the form's defaults hide something",
    "harvest": "asking what promises most new objects",
    "details": "opening own pages of objects",
    "watch": "revisiting",
    "waiting": "waiting for the site",
    "parked": "done",
    "paused": "paused",
}


def doing(phase: str) -> str:
    """A phase in words.

    >>> doing("discover")
    'looking for its search form'
    """
    return _DOING.get(phase, phase)


def search_sentence(search: WatchedSearch) -> str:
    """How a search that is watched stands.

    >>> search_sentence(WatchedSearch(search="cello", url="", n_objects=2, rounds=7))
    'cello: 2 objects after 7 rounds'
    """
    why = f"; the last round says nothing: {search.why}" if search.why else ""
    rounds = counted(search.rounds, "round")
    return f"{search.search}: {counted(search.n_objects, 'object')} after {rounds}{why}"


def placed_sentence(change: Change) -> str:
    """What happened to an object in the list of a search."""
    before, after = change.place or (None, None)
    place = f"{before or ''} -> {after or ''}".strip() if before and after else f"{before or after}"
    return f"{change.search}: {change.event} {place}: {shortened(change.text)}"


def clock(at: float) -> str:
    """A time of today, or a day and its time, where people read it."""
    here = time.localtime(at)
    shape = "%H:%M:%S" if here[:3] == time.localtime()[:3] else "%Y-%m-%d %H:%M"
    return time.strftime(shape, here)


def shortened(text: str, longest: int = LONGEST) -> str:
    """The beginning of a text, on one line.

    >>> shortened("one two\\nthree", 9)
    'one two …'
    """
    folded = " ".join(text.split())
    return folded if len(folded) <= longest else folded[: longest - 1] + "…"


@dataclass
class _Site:
    """What is known of one site."""

    status: SiteStatus | None = None
    n_objects: int = 0
    n_changed: int = 0
    pace: Pace = field(default_factory=Pace)
    told_at: float = -1e9
    told: tuple[object, ...] = field(default_factory=tuple)


class Progress:
    """Follows the records of a crawl and shows them.

    Parameters
    ----------
    console
        Where to; stderr, so that stdout stays for data.
    now
        Seconds, for the time column.
    """

    def __init__(self, console: Console, now: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._now = now
        self._started = now()
        self._sites: dict[str, _Site] = {}
        self._live = Live(console=console, refresh_per_second=4, get_renderable=self._counters)

    def __enter__(self) -> Progress:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.transient = True  # the summary that follows says the same in full
            self._live.stop()

    def note(self, text: str) -> None:
        """A line about the whole crawl."""
        self._console.print(printable(text), markup=False, highlight=False, soft_wrap=True)

    def restore(self, change: Change) -> None:
        """Count an object of an earlier run without printing it."""
        self._count(change)

    def status(self, status: SiteStatus) -> None:
        """Show a new status of a site: its phase or its counts."""
        site = self._site(status.site)
        site.status = status
        site.pace.mark(self._now() - self._started, status.answered, site.n_objects)
        rounds = [(one.search, one.n_objects, one.why) for one in status.searches]
        told = (status.phase, status.template, status.reason, status.next_at, *rounds)
        if told != site.told:
            site.told = told
            self._say(status.site, _sentence(status))
        elif status.phase not in ENDS and self._plain_is_due(site):
            seen = f"; {_seen(status)}" if status.coverage.share is not None else ""
            self._say(status.site, f"{status.phase}: {_counts(site)}{_pace(site)}{seen}")

    def _plain_is_due(self, site: _Site) -> bool:
        return self._now() - site.told_at >= LINE_EVERY_S and not self._console.is_terminal

    def model(self, model: ModelPublished, n_clusters: int) -> None:
        """A model was published."""
        pages = counted(model.n_pages, "page")
        kinds = "1 kind" if n_clusters == 1 else f"{n_clusters} kinds"
        self._say(model.site, f"model {model.version} from {pages}: {kinds} of page")

    def letter(self, letter: DeadLetter) -> None:
        """A record could not be handled: the crawl goes on without it, and may wait for it."""
        why = f"a record of {letter.topic} could not be handled ({shortened(letter.reason)})"
        self._say(letter.key.decode(), f"{why}: `upwell dead-letters list` says more")

    def change(self, change: Change) -> None:
        """An object is new or different; the first of a site is shown."""
        if change.event == "new" and not self._site(change.site).n_objects:
            self._say(change.site, f"first object: {shortened(change.text)}")
        if change.event in OF_SEARCHES and change.evidence.get("round", 0) > FIRST_ROUNDS:
            self._say(change.site, placed_sentence(change))
        self._count(change)

    def _count(self, change: Change) -> None:
        site = self._site(change.site)
        site.n_objects += (change.event in ("new", BACK)) - (change.event in ENDED)
        site.n_changed += change.event == "changed"

    def _say(self, site: str, text: str) -> None:
        """One event, with its time."""
        elapsed = self._now() - self._started
        self._site(site).told_at = self._now()
        line = Text(f"{_minutes(elapsed)}  {on_one_line(site)}  {on_one_line(text)}")
        if self._console.is_terminal:
            line.truncate(self._console.width, overflow="ellipsis")
        self._console.print(line, highlight=False, soft_wrap=True)

    def _site(self, name: str) -> _Site:
        return self._sites.setdefault(name, _Site())

    def _counters(self) -> Group:
        shown = [(name, site) for name, site in self._sites.items() if site.status is not None]
        elapsed = _minutes(self._now() - self._started)
        lines = [line for name, site in shown for line in _lines(name, site, elapsed, len(shown))]
        return Group(*lines) if lines else Group(Text("starting", style="dim"))


def _lines(name: str, site: _Site, elapsed: str, n_sites: int) -> Iterator[Text]:
    """What stands at the foot of a terminal: the counts, and of few sites the outlook."""
    assert site.status is not None
    yield Text.assemble((on_one_line(name), "bold"), f"  {elapsed}  ", _counts(site), no_wrap=True)
    if n_sites <= MANY and site.status.phase not in ENDS:
        told = (_pace(site).removeprefix("; "), _seen(site.status), outlook(site.status))
        for text in told:
            if text:
                yield Text(f"  {text}", style="dim")


def _counts(site: _Site) -> str:
    status = site.status
    if status is None:
        return ""
    way = f" ({status.outstanding:,} on the way)" if status.outstanding else ""
    changed = f", {site.n_changed:,} changed" if site.n_changed else ""
    return (
        f"{counted(status.queries, 'question')}, {counted(status.answered, 'answer')}{way}, "
        f"{counted(site.n_objects, 'object')}{changed}"
    )


def _pace(site: _Site) -> str:
    rate, brought = site.pace.rate, site.pace.recent_yield
    return f"; {brought}, {rate:.1f} answers a second" if rate and brought else ""


def _seen(status: SiteStatus) -> str:
    found = coverage_sentence(status)
    return f"seen: {found}" if found else ""


def _minutes(elapsed: float) -> str:
    return f"{int(elapsed // 60):02}:{elapsed % 60:04.1f}"


def _sentence(status: SiteStatus) -> str:
    if status.phase == "probe" and status.searches and status.template:
        return f"asking the search, and a few words for its templates: {status.template}"
    if status.phase in ("browse", "probe") and status.template:
        return f"{doing(status.phase)}; search form found: {status.template}"
    if status.phase == "parked":
        return f"stopped: {status.reason}"
    if status.phase == "watch" and status.searches:
        return "watching " + "; ".join(map(search_sentence, status.searches))
    if status.phase == "watch":
        return f"{doing(status.phase)} what was found: {status.reason}"
    if status.phase == "waiting":
        return f"{status.reason}; asked again at {clock(status.next_at)}"
    return doing(status.phase)
