"""Type and source of each column of an object: from the sighting that its value is from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class Described(Protocol):
    """Columns of an object: texts, types and sources, by name."""

    @property
    def fields(self) -> dict[str, str]: ...
    @property
    def typed(self) -> dict[str, Any]: ...
    @property
    def provenance(self) -> dict[str, list[Any]]: ...


class Known(Described, Protocol):
    """The last version of an object."""

    @property
    def page(self) -> str: ...


class Sighting(Described, Protocol):
    """What a page shows of it now."""

    @property
    def page_url(self) -> str: ...


class Carried(NamedTuple):
    """What goes with the columns of a version."""

    typed: dict[str, Any]
    provenance: dict[str, list[Any]]


def of_columns(fields: Mapping[str, str], last: Known, now: Sighting) -> Carried:
    """Types and sources of the columns of a version, made of the one before and a sighting.

    Parameters
    ----------
    fields
        Its columns, as texts.
    last, now
        Where their values are from; a value that neither has under its name stays a text.

    Examples
    --------
    >>> from types import SimpleNamespace as Of
    >>> last = Of(fields={"price": "3 €", "year": "1999"}, typed={"year": 1999}, page="/a",
    ...           provenance={"price": ["", "s1", 1], "year": ["", "s2", 1]})
    >>> now = Of(fields={"price": "4"}, typed={"price": 4}, page_url="/b",
    ...          provenance={"price": ["", "s1", 2]})
    >>> of_columns({"price": "4", "year": "1999"}, last, now).typed
    {'price': 4, 'year': 1999}
    >>> of_columns({"price": "4", "year": "1999"}, last, now).provenance
    {'price': ['', 's1', 2], 'year': ['/a', 's2', 1]}
    """
    earlier = from_page(last, now.page_url)
    found = Carried({}, {})
    for name, text in fields.items():
        if now.fields.get(name) == text:
            _carry(found, name, now.typed, now.provenance)
        elif last.fields.get(name) == text:
            _carry(found, name, last.typed, earlier)
    return found


def from_page(last: Known, page_url: str) -> dict[str, list[Any]]:
    """The sources of a version as a record of this page tells them: its own page is empty."""
    return {
        name: ["" if (page or last.page) == page_url else page or last.page, *place]
        for name, (page, *place) in last.provenance.items()
    }


def _carry(
    found: Carried, name: str, typed: Mapping[str, Any], sources: Mapping[str, list[Any]]
) -> None:
    if name in typed:
        found.typed[name] = typed[name]
    if name in sources:
        found.provenance[name] = sources[name]
