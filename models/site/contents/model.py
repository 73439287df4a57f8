"""Which places of links are tables of contents, as of one publication."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice
from math import log
from statistics import fmean, pvariance
from typing import NamedTuple

import msgspec
import numpy as np

from upwell.models.templates.rows import PageRow
from upwell.models.templates.texts import LINKED

from .page_links import PageLinks
from .params import BESIDE, DRAWN, DRAWN_PAGES, HUBS, LEAST, PLACES, SPREAD


class ContentsPlace(msgspec.Struct, frozen=True, array_like=True):
    """A place whose links lead to pages that are about something.

    Parameters
    ----------
    row
        Place of what each link stands in; 0: not known.
    sure
        Chance that the next link there leads to such a page, by the rule of succession.
    on_hubs
        It stands on pages that lead on, not beside what pages tell.
    """

    row: int = 0
    sure: float = 0.0
    on_hubs: bool = True


class ContentsModel(msgspec.Struct, frozen=True, array_like=True):
    """The tables of contents of a site, as of one publication.

    Parameters
    ----------
    places
        Of their links.
    tells
        Kinds of page, by how they tell of something: as authorities, or as hubs that lead on.
    led_to
        Links of contents that lead to pages of each kind.
    hubs
        How addresses are made of pages with tables of contents that tell less themselves.
    """

    places: dict[int, ContentsPlace] = {}
    tells: dict[int, bool] = {}
    led_to: dict[int, int] = {}
    hubs: tuple[int, ...] = ()

    @property
    def basis(self) -> tuple[object, ...]:
        """Everything that reading the contents of a page depends on."""
        places = sorted((place, one.row, one.on_hubs) for place, one in self.places.items())
        return places, sorted(self.tells.items()), self.hubs

    def is_led_to(self, kind: int) -> bool:
        """Whether tables of contents lead to pages of a kind, which tell something themselves."""
        return self.tells.get(kind, False) and self.led_to.get(kind, 0) >= LEAST

    def leads_on(self, kind: int) -> bool:
        """Whether pages of a kind lead to more than they tell themselves."""
        return not self.tells.get(kind, True)


NO_CONTENTS = ContentsModel()


class _Link(NamedTuple):
    page: int
    target: int
    form: int


def learn_contents(
    links: Mapping[int, PageLinks], rows: Mapping[int, PageRow], kinds: Mapping[int, int]
) -> ContentsModel:
    """The places of contents among the links of a sample of pages.

    Parameters
    ----------
    links
        By page, those of the sample.
    rows
        The texts of pages, of these and others.
    kinds
        The kind of each page.

    Reading
    -------
    WISDOM's hubs and authorities: a page is about something where most of what it alone says is
    text and no link; a place of links is one of contents where most lead to such pages, and not
    to the same ones wherever it stands, as menus do, nor to some that are drawn, nor with as many
    on hubs as on authorities, as boxes do. Roles are taken together over kinds of page, and over
    pages whose addresses are made alike, so that targets need not be at hand.

    References
    ----------
    WISDOM 3.1.2.
    """
    weights = _text_and_link_weights(links, rows)
    tells = {kind: _is_text(weights[page] for page in pages) for kind, pages in _by(kinds, weights)}
    roles = {page: tells.get(kinds.get(page, -1)) for page in links}
    form_of = {page: links[page].form for page in weights}
    forms = {
        form: _is_text(weights[page] for page in pages)
        and 2 * sum(tells.get(kinds.get(page, -1), True) for page in pages) > len(pages)
        for form, pages in _by(form_of, weights)
    }
    usual, kind_of = (
        _usual_rows(links),
        {links[page].own: kinds[page] for page in links if page in kinds},
    )
    places: dict[int, ContentsPlace] = {}
    led_to: Counter[int] = Counter()
    for place, found in _by_place(links):
        if len(places) == PLACES:
            break
        contents = _contents_place(found, forms, roles, usual.get(place, 0))
        if contents is not None:
            places[place] = contents
            led_to.update(kind_of[one.target] for one in found if one.target in kind_of)
    if not places:
        return NO_CONTENTS
    with_contents = {page for page in links if any(run.place in places for run in links[page].runs)}
    hubs = [
        form
        for form, pages in _by(form_of, weights)
        if not forms[form] and with_contents & {*pages}
    ]
    return ContentsModel(places, tells, dict(sorted(led_to.items())), tuple(hubs[:HUBS]))


def _contents_place(
    found: Sequence[_Link],
    forms: Mapping[int, bool],
    roles: Mapping[int, bool | None],
    row: int,
) -> ContentsPlace | None:
    """The links of one place as contents; None where they are a menu, a box, or lead elsewhere.

    Parameters
    ----------
    found
        All links of the place.
    forms
        By form of an address, whether pages with such addresses tell something themselves.
    roles
        By page, whether its kind does; None: nobody knows.
    row
        Place of the rows that the links stand in.
    """
    tell = [forms[one.form] for one in found if one.form in forms]
    if 2 * sum(tell) <= len(tell) or _spread(found) >= SPREAD or _is_drawn(found):
        return None
    on, n_roles = Counter(roles[one.page] for one in found), Counter(roles.values())
    on_text, on_hubs = on[True] / max(1, n_roles[True]), on[False] / max(1, n_roles[False])
    if min(on_text, on_hubs) * BESIDE > max(on_text, on_hubs):
        return None
    return ContentsPlace(row, round((sum(tell) + 1) / (len(tell) + 2), 3), on_hubs >= on_text)


def _by(keys: Mapping[int, int], pages: Iterable[int]) -> list[tuple[int, list[int]]]:
    """The pages of each key."""
    out: defaultdict[int, list[int]] = defaultdict(list)
    for page in pages:
        if page in keys:
            out[keys[page]].append(page)
    return sorted(out.items())


def _by_place(links: Mapping[int, PageLinks]) -> list[tuple[int, list[_Link]]]:
    """The links of each place, the places of most first."""
    out: defaultdict[int, list[_Link]] = defaultdict(list)
    for page, found in sorted(links.items()):
        targets = iter(np.frombuffer(found.targets, "<u4").tolist())
        for run in found.runs:
            out[run.place] += [_Link(page, to, run.form) for to in islice(targets, run.n)]
    return sorted(out.items(), key=lambda item: (-len(item[1]), item[0]))


def _usual_rows(links: Mapping[int, PageLinks]) -> dict[int, int]:
    """The place of the rows around the links of each place, on most pages."""
    times: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for found in links.values():
        for place, row in {(run.place, run.row) for run in found.runs}:
            times[place][row] += 1
    return {place: max(sorted(rows), key=lambda row: rows[row]) for place, rows in times.items()}


def _text_and_link_weights(
    links: Mapping[int, PageLinks], rows: Mapping[int, PageRow]
) -> dict[int, tuple[float, float]]:
    """By page the weight of its words outside and inside of link rows."""
    on: Counter[int] = Counter()
    strings = {page: np.frombuffer(row.strings, "<u4").tolist() for page, row in rows.items()}
    for each in strings.values():
        on.update(set(each))
    out = {}
    for page in sorted(links.keys() & rows.keys()) if len(rows) > 1 else ():
        row, listed = rows[page], _among(links[page].listed, len(strings[page]))
        weights = [0.0, 0.0]
        for string, words, flags, is_listed in zip(
            strings[page], row.words, row.flags, listed, strict=True
        ):
            weight = words * (1 - log(on[string]) / log(len(rows)))
            weights[is_listed or bool(flags & LINKED)] += weight
        out[page] = weights[0], weights[1]
    return out


def _is_text(weights: Iterable[tuple[float, float]]) -> bool:
    """Whether these pages tell more by themselves than they lead to."""
    plain, linked = map(sum, zip(*weights, strict=True))
    return plain > linked


def _among(spans: Sequence[tuple[int, int]], n: int) -> list[bool]:
    out = [False] * n
    for start, stop in spans:
        out[start:stop] = [True] * len(out[start:stop])
    return out


def _is_drawn(found: Sequence[_Link]) -> bool:
    """Whether the targets of a place have nothing to do with the pages that it stands on.

    Two pages with lists share all that both have, or nothing; two with boxes that are drawn from a
    stock share some by accident. So they share about as many as draws from all targets would, and
    the numbers of shared ones vary as accidents do: their variance is their mean, or less. Lists
    that divide the targets among them share next to nothing, but a list that stands under several
    addresses, in other orders or narrowed, shares all with itself: it is one.
    """
    on: defaultdict[int, set[int]] = defaultdict(set)
    for one in found:
        on[one.page].add(one.target)
    shown = {frozenset(targets): None for _, targets in sorted(on.items())}
    lists = [one for one in shown if not any(one < other for other in shown)]
    if len(lists) < DRAWN_PAGES:
        return False
    shared = [len(one & other) for one, other in combinations(lists, 2)]
    mean, drawn = fmean(shared), fmean(map(len, lists)) ** 2 / len(frozenset().union(*lists))
    return 2 * mean > drawn and 0 < pvariance(shared, mean) < DRAWN * mean


def _spread(found: Sequence[_Link]) -> float:
    """Mean entropy of the targets of a place over the pages that have it; of one page 0."""
    n_pages = len({one.page for one in found})
    if n_pages < 2:
        return 0.0
    times = Counter(one.target for one in found)
    return sum(log(times[one.target]) for one in found) / (len(found) * log(n_pages))
