"""Records as templates see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..database.record import Record, Value

NAMESAKES = 12  # records of one name that are offered to choose from; of more, a list is shown


class View:
    """One record on a page: its texts, its fields and its address there."""

    __slots__ = ("_labels", "id", "record", "related", "summary", "title", "url", "values")

    def __init__(
        self,
        record: Record,
        url: str,
        labels: Mapping[str, str],
        related: Sequence[View] = (),
    ) -> None:
        self.record = record
        self.url = url
        self.id = record.id
        self.title = record.title
        self.summary = record.summary
        self.values: Mapping[str, Value] = record.values
        self.related = related  # on its own page alone
        self._labels = labels

    @property
    def body(self) -> tuple[str, ...]:
        """Paragraphs of its own page."""
        return self.record.body

    def value(self, name: str) -> Value | None:
        """A field, if the record has it."""
        return self.values.get(name)

    def label(self, name: str) -> str:
        """What the site prints beside a field."""
        return self._labels.get(name, name)


def names(record: Record, field: str) -> tuple[str, ...]:
    """What a record can be called by: the words of its title, or the value of another field."""
    if field == "title":
        return tuple(sorted(set(record.title.casefold().split())))
    value = record.values.get(field)
    return () if value is None else (value.shown.casefold(),)


class Group(NamedTuple):
    """Records under one heading; without one, all of them."""

    heading: str
    records: Sequence[View]


def grouped(views: Iterable[View], field: str, ordered: bool = False) -> list[Group]:
    """Records by the value of a field: groups in the order of their first record, or by heading."""
    found: dict[str, list[View]] = {}
    for view in views:
        value = view.value(field)
        found.setdefault(value.shown if value else "", []).append(view)
    names = sorted(found) if ordered else list(found)
    return [Group(name, found[name]) for name in names]
