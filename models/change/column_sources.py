"""Type and source of each column of a version: those of the page that its value was read from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class DescribedColumns(Protocol):
    """Columns of an object: texts, types and sources, by name."""

    @property
    def fields(self) -> dict[str, str]: ...
    @property
    def typed(self) -> dict[str, Any]: ...
    @property
    def provenance(self) -> dict[str, list[Any]]: ...


class LastVersion(DescribedColumns, Protocol):
    """The last version of an object."""

    @property
    def page(self) -> str: ...


class Sighting(DescribedColumns, Protocol):
    """What a page shows of the object now."""

    @property
    def page_url(self) -> str: ...


class ColumnSources(NamedTuple):
    """Typed values and sources of the columns of a version, by column name."""

    typed: dict[str, Any]
    provenance: dict[str, list[Any]]


def column_sources(fields: Mapping[str, str], last: LastVersion, now: Sighting) -> ColumnSources:
    """Types and sources of a new version's columns, from the last version and a sighting.

    Parameters
    ----------
    fields
        Texts of the new version by column.
    last, now
        Where those texts may be from; a text that neither has under its name gets no type.

    Examples
    --------
    >>> from types import SimpleNamespace as Of
    >>> last = Of(fields={"price": "3 €", "year": "1999"}, typed={"year": 1999}, page="/a",
    ...           provenance={"price": ["", "s1", 1], "year": ["", "s2", 1]})
    >>> now = Of(fields={"price": "4"}, typed={"price": 4}, page_url="/b",
    ...          provenance={"price": ["", "s1", 2]})
    >>> column_sources({"price": "4", "year": "1999"}, last, now).typed
    {'price': 4, 'year': 1999}
    >>> column_sources({"price": "4", "year": "1999"}, last, now).provenance
    {'price': ['', 's1', 2], 'year': ['/a', 's2', 1]}
    """
    earlier = sources_from(last, now.page_url)
    found = ColumnSources({}, {})
    for name, text in fields.items():
        if now.fields.get(name) == text:
            _carry(found, name, now.typed, now.provenance)
        elif last.fields.get(name) == text:
            _carry(found, name, last.typed, earlier)
    return found


def sources_from(last: LastVersion, page_url: str) -> dict[str, list[Any]]:
    """The sources of a version's columns, relative to this page: the page itself is ""."""
    return {
        name: ["" if (page or last.page) == page_url else page or last.page, *place]
        for name, (page, *place) in last.provenance.items()
    }


def _carry(
    found: ColumnSources, name: str, typed: Mapping[str, Any], sources: Mapping[str, list[Any]]
) -> None:
    if name in typed:
        found.typed[name] = typed[name]
    if name in sources:
        found.provenance[name] = sources[name]
