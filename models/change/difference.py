"""What differs between two versions of one object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..objects.identity import fold_text


class FieldChange(NamedTuple):
    """One field that differs; None: the version does not have it."""

    name: str
    before: str | None
    after: str | None


def difference(before: Mapping[str, str], after: Mapping[str, str]) -> list[FieldChange]:
    """Fields that differ, by name.

    Reading
    -------
    Case and white space are the template's, not the object's: values that differ in nothing else
    are the same.

    Examples
    --------
    >>> difference({"title": "Red bus", "price": "4 €"}, {"title": "RED  bus", "price": "5 €"})
    [FieldChange(name='price', before='4 €', after='5 €')]
    """
    changes = (
        FieldChange(name, before.get(name), after.get(name)) for name in sorted({*before, *after})
    )
    return [change for change in changes if _folded(change.before) != _folded(change.after)]


def values_before(changes: list[FieldChange]) -> dict[str, str]:
    """The values that the differing fields had before; a new field had none.

    >>> values_before([FieldChange("price", "4 €", "5 €"), FieldChange("stock", None, "2")])
    {'price': '4 €'}
    """
    return {change.name: change.before for change in changes if change.before is not None}


def _folded(value: str | None) -> str | None:
    return None if value is None else fold_text(value)
