"""An object whole: what rows of lists say of it, and what its own page does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from ..objects.identity import fold_text
from .column_names import OWN, is_numbered
from .column_sources import LastVersion, sources_from

_OF_ROWS = frozenset({"link", "group"})  # columns that speak of the list, or of where it leads
_CUT = ("…", "...")


class Said(LastVersion, Protocol):
    """What one source says of an object, and when."""

    @property
    def at(self) -> float: ...


class Whole(NamedTuple):
    """One object of two sources.

    Parameters
    ----------
    fields, typed, provenance
        By column.
    conflicts
        Column -> what the other source says, and its page.
    """

    fields: dict[str, str]
    typed: dict[str, Any]
    provenance: dict[str, list[Any]]
    conflicts: dict[str, list[str]]


def whole(rows: Said, own: Said | None, page_url: str) -> Whole:
    """What rows and the own page say together.

    Parameters
    ----------
    rows, own
        What is known of either; None: its own page was not read.
    page_url
        Of the record that tells it: sources on this page are written as the empty text.

    Reading
    -------
    Columns that are one in most objects have one name before they come here (`site.paired`): what
    one of them is called is never decided by one object. What both say stands once, under the name
    that rows have for it, for more objects have a row than a page that was opened; but what rows
    only count and the page calls something is two columns as long as nobody knows better. Where one
    column says two things the newer stands and the other beside it; what a row has cut stands
    whole, whenever it was read. Rows and page count their nameless columns each by itself, and
    where the page says a row's value under another name, or begins that with it, the column of the
    row's name is another one: a number in the head of a page whose text begins with the title.

    Examples
    --------
    >>> from types import SimpleNamespace as Of
    >>> row = Of(fields={"title": "Live Free …", "price": "5 €"}, typed={}, at=1.0, page="/s",
    ...          provenance={"title": ["/s", "a", 1], "price": ["/s", "b", 1]})
    >>> own = Of(fields={"title": "Live Free or Die", "price": "6 €", "pages": "99"}, typed={},
    ...          at=2.0, page="/i", provenance={"pages": ["/i", "c", 1]})
    >>> found = whole(row, own, "/i")
    >>> found.fields
    {'title': 'Live Free or Die', 'price': '6 €', 'pages': '99'}
    >>> found.conflicts, found.provenance["pages"]
    ({'price': ['5 €', '/s']}, ['', 'c', 1])
    """
    found = Whole(dict(rows.fields), dict(rows.typed), sources_from(rows, page_url), {})
    if own is None:
        return found
    places = sources_from(own, page_url)
    shown = {fold_text(text): name for name, text in rows.fields.items() if name not in _OF_ROWS}
    said = {fold_text(text) for text in own.fields.values() if _is_telling(text)}
    for name, text in own.fields.items():
        if name in _OF_ROWS:
            continue
        row = rows.fields.get(name)
        known = _known(name, text, rows, shown)
        if known is not None:
            _type(found, known, own.typed.get(name))
        elif is_numbered(name) or (row is not None and _is_elsewhere(name, row, own, said)):
            _put(found, OWN + name, own, name, places)
        elif row is None or _is_cut(row, text):
            _put(found, name, own, name, places)
        elif own.at >= rows.at:
            found.conflicts[name] = [row, rows.page]
            _put(found, name, own, name, places)
        else:
            found.conflicts[name] = [text, own.page]
    return found


def unsaid(before: Mapping[str, str], now: Mapping[str, str], own: Said | None) -> dict[str, str]:
    """Columns of rows that changed, without those whose new value the own page has said already.

    Parameters
    ----------
    before
        Of the columns that changed, what they were.
    now
        All columns of the row.
    own
        What the own page said last.

    Examples
    --------
    >>> from types import SimpleNamespace as Of
    >>> own = Of(fields={"price": "6 €"}, at=5.0)
    >>> unsaid({"price": "5 €", "stock": "2"}, {"price": "6 €", "stock": "1"}, own)
    {'stock': '2'}
    """
    said = own.fields if own is not None else {}
    return {
        name: text
        for name, text in before.items()
        if name not in said or fold_text(said[name]) != fold_text(now.get(name, ""))
    }


def _known(name: str, text: str, rows: Said, shown: Mapping[str, str]) -> str | None:
    """The column of rows that says the same: by its name, else by what it says."""
    folded = fold_text(text)
    if fold_text(rows.fields.get(name, "")) == folded:
        return name
    other = shown.get(folded, "") if _is_telling(text) else ""
    return other if other and (is_numbered(name) or not is_numbered(other)) else None


def _is_elsewhere(name: str, row: str, own: Said, said: Collection[str]) -> bool:
    """Whether the own page has a row's value under another name: whole, or of several words as the
    beginning of what the page's column of that name says nothing of."""
    folded = fold_text(row)
    if folded in said:
        return True
    is_name = " " in folded and _is_telling(row)
    if not is_name or folded in fold_text(own.fields[name]) or _is_cut(row, own.fields[name]):
        return False
    others = (fold_text(text) for other, text in own.fields.items() if other != name)
    return any(text.startswith(folded) and not text[len(folded) :][:1].isalnum() for text in others)


def _type(found: Whole, name: str, value: Any) -> None:
    """The type that a value has on the own page, where that of its row was not sure."""
    if value is not None:
        found.typed.setdefault(name, value)


def _put(found: Whole, called: str, own: Said, name: str, places: Mapping[str, list[Any]]) -> None:
    found.fields[called] = own.fields[name]
    for held, new in ((found.typed, own.typed), (found.provenance, places)):
        held.pop(called, None)
        if name in new:
            held[called] = new[name]


def _is_telling(text: str) -> bool:
    """Whether a value is hardly the same as another column's by accident, as short numbers are.

    >>> _is_telling("Live Free"), _is_telling("£4.50"), _is_telling("1999"), _is_telling("Yes")
    (True, True, False, False)
    """
    return len(text) > 4 or sum(map(str.isalpha, text)) > 3


def _is_cut(row: str, text: str) -> bool:
    """Whether a row shows only the beginning.

    >>> _is_cut("Live Free …", "Live Free or Die"), _is_cut("Live", "Live Free")
    (True, False)
    """
    begun = fold_text(row)
    for mark in _CUT:
        if begun.endswith(mark):
            return fold_text(text).startswith(begun.removesuffix(mark).rstrip())
    return False
