"""Whether a sighting of an object is news of it, and what it is then."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

import xxhash

from ..objects.identity import fold_text
from ..objects.params import STEADINESS
from ..objects.steadiness import REST
from .column_names import is_better_name, is_numbered
from .difference import FieldChange, difference, values_before

WITHIN_S = STEADINESS.within_s
HEADING = "group"  # the column of the heading that an object stands under: it speaks of all there


class Sighting(NamedTuple):
    """Columns, text and time of an object, as one page or all pages so far show it.

    Parameters
    ----------
    columns
        Values by name.
    text
        All of it.
    at
        When the page was fetched.
    model_version
        That read it.
    unsteady
        Columns that are no news, for they follow the query or turn, and what another page said
        (`value_hash`).
    before_at
        When the same page, fetched earlier, said something else of the object; 0: it did not.
    said
        Digest of the text without its place in the list; 0: there is none.
    elsewhere
        Columns that other pages brought than the one whose text and time these are.
    is_own
        The page is the object's own.
    is_same_page
        What is known is from this page, whenever it was fetched.
    """

    columns: Mapping[str, str]
    text: str
    at: float
    model_version: int = 0
    unsteady: Mapping[str, int] = MappingProxyType({})
    before_at: float = 0.0
    said: int = 0
    elsewhere: frozenset[str] = frozenset()
    is_own: bool = False
    is_same_page: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether it was read without columns: then its text is all there is."""
        return self.columns.keys() <= {REST}


class News(NamedTuple):
    """What a sighting makes of an object: an event or none, and its columns after it.

    Parameters
    ----------
    event
        changed: the site says something else; corrected: we read better; empty: neither.
    columns
        What is known now.
    before
        Columns that differ, as they were.
    unsteady
        Columns that are no news from now on, unless a page comes to say what another has said.
    stands
        The columns known before stand as they were, and with them their text and its time.
    elsewhere
        Columns that other pages brought than the one whose text stands.
    """

    event: str
    columns: dict[str, str]
    before: dict[str, str]
    unsteady: Mapping[str, int]
    stands: bool = False
    elsewhere: frozenset[str] = frozenset()


def news(last: Sighting, now: Sighting) -> News:
    """Compare a sighting with what is known.

    Reading
    -------
    The page that said something else of the object is heard. Another page may show it as its own
    query wants: what differs from it within the hour is the page's from then on, unless the first
    comes to say the same; and what differs later is news. What a sighting lacks stays; what it has
    besides joins, and is a correction where it is called something and said nowhere yet. So is what
    a later model makes of the same page, when the fetch is the same or one text holds the other: a
    list that shows a title shortened reads none better.

    Examples
    --------
    >>> lamp = Sighting({"title": "Lamp", "price": "5", "hit": "a red one"}, "a", at=1.0)
    >>> other = Sighting({"title": "Lamp", "hit": "red it is"}, "b", at=2.0)
    >>> found = news(lamp, other)
    >>> found.event, list(found.unsteady)
    ('', ['hit'])
    >>> again = Sighting({"title": "Lamp", "price": "7"}, "c", at=9.0, before_at=1.0)
    >>> news(lamp, again)[:1] + news(lamp, again)[2:3]
    ('changed', {'price': '5'})
    """
    is_later = now.model_version > last.model_version
    if _says_the_same(last, now) and (not is_later or last.columns.keys() == now.columns.keys()):
        return _nothing(last)
    same_page = now.at == last.at or bool(now.before_at)
    if is_later and now.is_same_page and _says_the_same(last, now):
        return _corrected(last, now)
    if is_later and same_page and (_is_same_reading(last, now) or _says_the_same(last, now)):
        return _corrected(last, now)
    if not same_page:
        now = now._replace(columns=_under_known_names(last, now))
    both = last.columns.keys() & now.columns.keys() - now.unsteady.keys() - {HEADING}
    differing = [
        change
        for change in difference(
            {name: last.columns[name] for name in both}, {name: now.columns[name] for name in both}
        )
        if (last.unsteady.get(change.name) is None or _is_borne_out(change, last, now))
        and not _has_moved(change, last, now)
    ]
    joined = {**now.columns, **({} if last.is_bare else last.columns)}
    gained = _gained(last, now)
    if now.at > last.at and (now.before_at or now.at - last.at > WITHIN_S):
        changed = {change.name: now.columns[change.name] for change in differing}
        event = "changed" if differing else "corrected" if gained else ""
        unsteady = {name: value for name, value in last.unsteady.items() if name not in changed}
        stands = not differing
        elsewhere = _besides(last, joined) if stands else frozenset(joined.keys() - now.columns)
        before = values_before(differing)
        return News(event, joined | changed, before, unsteady, stands, elsewhere)
    near = abs(now.at - last.at) <= WITHIN_S
    said = {change.name: value_hash(change.after or "") for change in differing if near}
    event, unsteady = "corrected" if gained else "", {**last.unsteady, **said}
    return News(event, joined, {}, unsteady, stands=True, elsewhere=_besides(last, joined))


def value_hash(value: str) -> int:
    """A hash of a value, by which the same value of another page is recognised."""
    return xxhash.xxh32_intdigest(fold_text(value).encode("utf-8", "replace"))


def _is_borne_out(change: FieldChange, last: Sighting, now: Sighting) -> bool:
    """Whether a page now says what another said before it: the object had changed in between."""
    return bool(now.before_at) and last.unsteady[change.name] == value_hash(change.after or "")


def _has_moved(change: FieldChange, last: Sighting, now: Sighting) -> bool:
    """Whether a column that is only counted says what another one said, which does not any more.

    Two lists of a site count the same columns in different orders.

    >>> one = Sighting({"f1": "Eve", "f2": "4.5"}, "Eve 4.5", at=1.0)
    >>> other = Sighting({"f1": "4.5", "f2": "Eve"}, "4.5 Eve", at=9.0, before_at=2.0)
    >>> news(one, other).event, news(one, other._replace(columns={"f1": "4.5", "f2": "4.5"})).event
    ('', 'changed')
    """
    if not is_numbered(change.name) or change.after is None:
        return False
    value = fold_text(change.after)
    return any(
        is_numbered(name) and fold_text(said) == value != fold_text(now.columns.get(name, ""))
        for name, said in last.columns.items()
    )


def _is_same_reading(last: Sighting, now: Sighting) -> bool:
    """Whether what differs is how it was read: the same fetch, or one text within the other."""
    return now.at == last.at or now.text in last.text or last.text in now.text


def _says_the_same(last: Sighting, now: Sighting) -> bool:
    return last.said == now.said if last.said and now.said else last.text == now.text


def _corrected(last: Sighting, now: Sighting) -> News:
    """The reading of a later model: in place of the earlier where it has as many columns.

    What other pages brought is not in question where this page is read again.
    """
    same_fetch = now.at == last.at or (now.is_same_page and _says_the_same(last, now))
    columns = _under_better_names(last, now)
    if same_fetch or now.before_at == last.at:
        columns = {n: v for n, v in last.columns.items() if n in last.elsewhere} | columns
    elif _says_the_same(last, now):
        columns = {**last.columns, **columns}
    if len(columns) < len(last.columns) and not _says_the_same(last, now):
        kept = {n: v for n, v in last.columns.items() if n not in columns and v not in now.text}
        columns = {**kept, **columns}
    steady = [
        {n: v for n, v in held.items() if n not in last.unsteady and n not in now.unsteady}
        for held in (last.columns, columns)
    ]
    found = difference(*steady)
    if not found:
        return _nothing(last)
    elsewhere = last.elsewhere - now.columns.keys() if same_fetch else _besides(last, columns)
    return News("corrected", columns, values_before(found), last.unsteady, elsewhere=elsewhere)


def _nothing(last: Sighting) -> News:
    return News("", dict(last.columns), {}, last.unsteady, elsewhere=last.elsewhere)


def _besides(last: Sighting, columns: Mapping[str, str]) -> frozenset[str]:
    """The columns that are not from the page whose text and time stand."""
    return last.elsewhere | (columns.keys() - last.columns.keys())


def _under_known_names(last: Sighting, now: Sighting) -> dict[str, str]:
    """What another page shows: a value that is known under a name of the object's has that name."""
    names = _names(last, now)
    columns = {}
    for name, value in now.columns.items():
        known = names.get(fold_text(value), []) if name not in last.columns else []
        columns[known[0] if len(known) == 1 else name] = value
    heading = {HEADING: last.columns[HEADING]} if HEADING in last.columns else {}
    return {name: value for name, value in columns.items() if name != HEADING} | heading


def _under_better_names(last: Sighting, now: Sighting) -> dict[str, str]:
    """What the same page shows as it is read now: no number takes the place of a name.

    >>> named = Sighting({"title": "Lamp", "f1": "Eve"}, "Lamp Eve", at=1.0)
    >>> _under_better_names(named, Sighting({"f3": "Lamp", "by": "Eve"}, "Lamp Eve", at=1.0))
    {'title': 'Lamp', 'by': 'Eve'}
    """
    names = _names(last, now)
    columns = {}
    for name, value in now.columns.items():
        known = [one for one in names.get(fold_text(value), []) if is_better_name(one, name)]
        columns[known[0] if len(known) == 1 and name not in last.columns else name] = value
    return columns


def _names(last: Sighting, now: Sighting) -> dict[str, list[str]]:
    """Names that only the object has, by the values under them."""
    names: dict[str, list[str]] = {}
    for name in last.columns.keys() - now.columns.keys() - {HEADING}:
        names.setdefault(fold_text(last.columns[name]), []).append(name)
    return names


def _gained(last: Sighting, now: Sighting) -> bool:
    """Whether a sighting says something under a name that no column has said, and that stays.

    What another list does not call anything has no meaning beside the columns of this one; what
    the object's own page says of it has.
    """
    more = now.columns.keys() - last.columns.keys() - now.unsteady.keys() - {HEADING, REST}
    if not now.is_own and not last.is_bare:
        more = {name for name in more if not is_numbered(name)}
    if not more:
        return False
    values = {fold_text(value) for name, value in last.columns.items() if name != REST}
    return not all(_is_in(fold_text(now.columns[name]), values) for name in more)


def _is_in(value: str, values: Collection[str]) -> bool:
    """Whether a value is one of these, or of several words and within one."""
    return value in values or (" " in value and any(value in one for one in values))
