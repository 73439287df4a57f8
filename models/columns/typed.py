"""The typed value of a text under the type of its column."""

from __future__ import annotations

from typing import Any, NamedTuple

from .column_type import ColumnType
from .dates.ago import ago_value
from .dates.dates import date_value
from .dates.durations import duration
from .text_readings import text_readings
from .values.booleans import boolean
from .values.contacts import contact
from .values.identifiers import identifier
from .values.money import money_value
from .values.numbers import number, read_amount
from .values.quantities import quantity_value
from .values.ratings import rating_value


class PageContext(NamedTuple):
    """What the page around a value tells of how to read it.

    Parameters
    ----------
    at
        When it was fetched, for times that are told from then.
    language
        Of the page.
    currency
        That it states for machines.
    """

    at: float | None = None
    language: str = ""
    currency: str = ""


NO_CONTEXT = PageContext()


def typed_value(text: str, column: ColumnType, around: PageContext = NO_CONTEXT) -> Any:
    """The typed value of a text under its column's type; None where it does not fit the type.

    Parameters
    ----------
    text
        As the page shows it.
    column
        The type of its column.
    around
        Time, language and currency of its page.

    Returns
    -------
    A number, true or false, an ISO date, a bare identifier or address, coordinates as a list, or
    a value with its unit.

    Examples
    --------
    >>> typed_value("2.722,00 €", ColumnType("money", ","))
    {'value': 2722, 'unit': 'EUR'}
    >>> typed_value("3. Mai 2021", ColumnType("date", "dmy"))
    '2021-05-03'
    >>> typed_value("sold", ColumnType("number", ".")) is None
    True
    """
    kind = column.kind
    if kind == "money":
        return money_value(text, column.how, around.currency, around.language, column.sign)
    if kind == "number":
        return _number(text, column.how)
    if kind in ("quantity", "count"):
        return quantity_value(text, column.how)
    if kind == "rating":
        return rating_value(text)
    if kind == "date":
        return date_value(text, column.how, around.language)
    if kind == "ago":
        return ago_value(text, around.at) or date_value(text, "named", around.language)
    if kind == "duration":
        lasting = duration(text)
        return None if lasting is None else {"value": lasting[0], "unit": "s"}
    if kind == "boolean":
        return boolean(text)
    return _bare(text, kind)


def _number(text: str, mark: str) -> int | float | None:
    found = number(" ".join(text.split()))
    if found is None or not text_readings(text):
        return None
    value = read_amount(found[1], mark)
    return None if value is None else found[0] * value


def _bare(text: str, kind: str) -> Any:
    """An address or an identifier without what stands around it."""
    for found in (contact(text), identifier(text)):
        if found is not None and found[0] == kind:
            return found[1]
    return None
