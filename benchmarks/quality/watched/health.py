"""Fields that break on sources that are watched: how soon it is seen, and what is seen in vain.

Every source lives and turns its noise at every visit. It is crawled from its home page and watched
by plan's, analyse's and watch's own reducers, with a clock of its own; then each field that its
lists show breaks, each in its ways, and each in a process of its own that was forked from the same
moment. Its fullest fields break once more on the same source where half of their values are never
shown. A field has broken where fewer than half of the objects that showed its column do after it.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Set
from functools import partial
from math import inf
from statistics import median
from typing import Any, NamedTuple

from tests.agents.watching.living import SITE, Watched
from upwell.agents.analyse import analyse_agent
from upwell.agents.analyse.state import SiteView
from upwell.sources.families import FAMILIES
from upwell.streams.records import Alarm, Finding, Page, PageRead, Seen

from ..figures import Figure
from ..parts import measured
from ..sealed import first_seeds
from .breaking import HOW, Break, Breaking
from .watching import records_by_id

SIZE, QUERIES = 150, 60
VISITS_AN_HOUR = 7_200.0
FEWEST = 0.3  # objects that have a column, below which it is not asked for
USUAL = 0.7
WITHIN = {USUAL: 30, FEWEST: 100}
MOST = 300  # pages that are visited after a break, at most
LIKE = 0.8  # of the values of a column that are those of a field


class Column(NamedTuple):
    """A field of the records, the columns that it is read as, and how many objects have one."""

    field: str
    names: frozenset[str]
    fill: float
    typed: float  # objects that have its type as well
    pages: frozenset[str]  # that show it

    @property
    def within(self) -> int:
        """Pages within which a break is to be seen."""
        return WITHIN[USUAL if self.fill >= USUAL else FEWEST]


class Broke(NamedTuple):
    """What was seen of a break, and whether there was anything to be seen."""

    fill: float
    pages: float  # visited until then, of those that showed the column
    is_lost: bool
    is_named: bool  # by the alarm


class Checked(NamedTuple):
    """What was seen of one source."""

    broke: list[Broke]
    visits: int
    false: list[str]  # alarms while nothing broke, as they are told
    redesigned: int  # alarms of a redesign
    killed: bool  # a break had other alarms after kills


def measure(quick: bool = False) -> list[Figure]:
    """A source of each family; `quick`: two families, fewer pages."""
    families = ("jobs", "films") if quick else tuple(FAMILIES)
    pages, hows, most = (150, HOW[:1], 2) if quick else (500, HOW, 4)
    (seed,) = first_seeds(1)
    found = []
    for family in families:
        work = partial(checked, family, seed, pages, hows, most)
        found.append(work() if quick else measured("health", f"{family} {seed}", Checked, work))
    broke = [one for source in found for one in source.broke]
    n_redesigns = sum(source.redesigned for source in found)
    for alarm in (alarm for source in found for alarm in source.false):
        print(f"  raised while nothing broke: {alarm}")
    return [
        *_seen(broke, 1.0 if quick else 0.9),
        Figure("pages read while nothing broke", float(sum(one.visits for one in found)), None),
        Figure(
            "alarms while nothing broke",
            float(sum(len(one.false) for one in found)),
            None,
            0.0 if quick else 1.0,
            "lower",
        ),
        Figure(
            "redesigns that raise an alarm, share",
            sum(one.redesigned > 0 for one in found) / len(families),
            None,
        ),
        Figure("alarms a redesign", n_redesigns / len(families), None, 1.0, "lower"),
        Figure(
            "breaks with other alarms after a kill",
            float(sum(one.killed for one in found)),
            None,
            0.0,
            "lower",
        ),
    ]


def checked(family: str, seed: int, pages: int, hows: tuple[str, ...], most: int) -> Checked:
    """One source; then once more with half of the values of its fullest fields gone."""
    ring = crawled(family, seed)
    watched(ring, pages)
    columns = columns_of(ring)[:most]
    broke = _broken(ring, columns, hows)
    redesigned = _forked(partial(_redesign, ring))
    killed = bool(columns) and not _forked(partial(_same_when_killed, ring, columns[0]))
    fields = [one.field for one in columns if one.fill >= USUAL][: most // 2]
    halved = crawled(family, seed, fields)
    watched(halved, pages // 2)
    broke += _broken(halved, [one for one in columns_of(halved) if one.field in fields], hows)
    false = [f"{family} {seed}: {alarm.text}" for one in (ring, halved) for alarm in alarms_of(one)]
    visits = len(pages_read(ring)) + len(pages_read(halved))
    return Checked(broke, visits, false, redesigned, killed)


def _broken(ring: Watched, columns: list[Column], hows: tuple[str, ...]) -> list[Broke]:
    return [_forked(partial(_break, ring, column, how)) for column in columns for how in hows]


def _seen(broke: list[Broke], floor: float) -> Iterator[Figure]:
    for fill, most in ((USUAL, 1.01), (FEWEST, USUAL)):
        group = [one for one in broke if fill <= one.fill < most and one.is_lost]
        share = sum(one.pages <= WITHIN[fill] for one in group) / max(1, len(group))
        name = f"columns of fill {fill} to {min(1.0, most)}"
        yield Figure(f"{name}: breaks", float(len(group)), None)
        yield Figure(
            f"{name}: seen within {WITHIN[fill]} pages", share, None, floor if group else None
        )
    told = [one for one in broke if one.pages < inf]
    yield Figure("pages until a break is seen, median", median(one.pages for one in told), None)
    yield Figure("pages until a break is seen, most", max(one.pages for one in told), None)
    named = sum(one.is_named for one in told) / max(1, len(told))
    yield Figure("alarms that name the column, share", named, None)


def crawled(family: str, seed: int, halved: Collection[str] = ()) -> Watched:
    """A source whose harvest has ended."""
    web = Breaking(family, seed, SIZE, halved=halved)
    return Watched(web, revisits=VISITS_AN_HOUR, max_queries=QUERIES).harvest()


def watched(ring: Watched, pages: int, until: Callable[[], bool] = lambda: False) -> None:
    """Visit so many pages again, or until something has come."""
    before = len(pages_read(ring))
    while (n := len(pages_read(ring)) - before) < pages and not until():
        ring.run(min(5.0, (pages - n) * 3600 / VISITS_AN_HOUR))


def pages_read(ring: Watched) -> list[Page]:
    """Pages that came with a body."""
    return [page for page in ring.pages if page.outcome == "ok"]


def alarms_of(ring: Watched) -> list[Alarm]:
    """All that were raised so far."""
    return [found.alarm for found in ring.of(Finding) if found.alarm is not None]


def columns_of(ring: Watched) -> list[Column]:
    """The columns of fields that enough rows have, the fullest first."""
    web = _web(ring)
    numbers = records_by_id(ring, web)
    rows = [row for row in _rows(ring) if numbers.get(row.id) in web.records]
    counts = Counter(name for row in rows for name in row.fields)
    pairs: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for value in web.records[numbers[row.id]].values.values():
            pairs.update((value.name, n) for n, text in row.fields.items() if text == value.shown)
    names: dict[str, set[str]] = {}
    for (field, name), n in pairs.items():
        if n >= LIKE * counts[name]:
            names.setdefault(field, set()).add(name)
    found = []
    for field, called in names.items():
        fill = sum(bool(called & row.fields.keys()) for row in rows) / len(rows)
        typed = sum(bool(called & row.typed.keys()) for row in rows) / len(rows)
        pages = _pages_showing(ring, called)
        found.append(Column(field, frozenset(called), fill, typed, pages))
    found = [one for one in found if one.fill >= FEWEST]
    return sorted(found, key=lambda one: (-one.fill, one.field))


def _rows(ring: Watched) -> list[Seen]:
    """What pages say of the objects that they show, as they were read last."""
    told = {(row.page_url, row.id): row for row in ring.of(Seen)}
    entries = SiteView.load(ring.views["analyse", SITE]).entries()
    pairs = [(entry.url, id_) for entry in entries for id_ in entry.shown]
    return [told[pair] for pair in pairs if pair in told]


def _pages_showing(ring: Watched, names: Set[str]) -> frozenset[str]:
    """Addresses of pages of whose objects enough have a column."""
    n_rows, n_having = Counter[str](), Counter[str]()
    for row in _rows(ring):
        n_rows[row.page_url] += 1
        n_having[row.page_url] += bool(names & row.fields.keys())
    return frozenset(url for url, n in n_having.items() if n >= FEWEST * n_rows[url])


def _break(ring: Watched, column: Column, how: str) -> Broke:
    web, n_before, n_pages = _web(ring), len(alarms_of(ring)), len(pages_read(ring))
    ring.agents["pages"] = analyse_agent(readings=True)
    web.broken = Break(column.field, how)
    since = len(ring.sent)

    def raised() -> list[Alarm]:
        return alarms_of(ring)[n_before:]

    def visited(until: float = inf) -> int:
        found = pages_read(ring)[n_pages:]
        return sum(page.url in column.pages and page.fetched_at <= until for page in found)

    watched(ring, MOST, lambda: bool(raised()) or visited() > column.within)
    filled, typed = _shares(ring, since, column.names)
    if not raised():
        is_lost = filled <= column.fill / 2 or typed < column.typed / 2 >= FEWEST / 2
        return Broke(column.fill, inf, is_lost and visited() > column.within, False)
    alarm = raised()[0]
    return Broke(column.fill, visited(alarm.at), True, _names(alarm, column))


def _names(alarm: Alarm, column: Column) -> bool:
    return any(fall.name.partition(" ")[2] in column.names for fall in alarm.falls)


def _shares(ring: Watched, since: int, names: frozenset[str]) -> tuple[float, float]:
    """Of the objects of pages that were read since, those that have a column, and its type."""
    lines = [one.line for _, one in ring.sent[since:] if isinstance(one, PageRead)]
    rows = [row for line in lines for row in line["objects"]]
    n_filled, n_typed = (
        sum(any(row.get(kind, {}).get(name) for name in names) for row in rows)
        for kind in ("fields", "typed")
    )
    return n_filled / max(1, len(rows)), n_typed / max(1, len(rows))


def _redesign(ring: Watched) -> int:
    n_before = len(alarms_of(ring))
    _web(ring).redesign()
    watched(ring, MOST)
    return len(alarms_of(ring)) - n_before


def _same_when_killed(ring: Watched, column: Column) -> bool:
    """Whether agents that lose what they hold after every record raise the same alarms."""
    _web(ring).broken = Break(column.field, HOW[0])
    runs = [_forked(partial(_alarms_after, ring, killed)) for killed in (False, True)]
    return bool(runs[0] == runs[1] != [])


def _alarms_after(ring: Watched, killed: bool) -> list[Alarm]:
    n_before = len(alarms_of(ring))
    ring.forgetful = killed
    watched(ring, MOST // 2, lambda: len(alarms_of(ring)) > n_before)
    return alarms_of(ring)[n_before:]


def _web(ring: Watched) -> Breaking:
    assert isinstance(ring.replies, Breaking)
    return ring.replies


def _forked(work: Callable[[], Any]) -> Any:
    """What comes of a piece of work in a process of its own: here everything stays as it is."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)

    def run() -> None:
        theirs.send(work())

    process = context.Process(target=run)
    process.start()
    theirs.close()
    found = ours.recv()
    process.join()
    return found
