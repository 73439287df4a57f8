"""The types that one text can be read as; a column's type is chosen from counts over its texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .dates.ago import ago
from .dates.dates import dates
from .dates.durations import duration
from .values.booleans import boolean
from .values.characters import plain
from .values.contacts import contact
from .values.currencies import iso
from .values.identifiers import identifier
from .values.money import money
from .values.numbers import MARKS, hints_of, marks_of, number, read_amount
from .values.quantities import is_unit, quantity
from .values.ratings import rating

_LONGEST = 80  # letters of a text that can be more than a text
HINT = "~"  # begins what is no reading, but tells which of several is meant


@lru_cache(1 << 14)  # the same values stand on many pages of a site
def text_readings(text: str) -> tuple[str, ...]:
    """Every type that a text can be read as (`money:,`), and hints of how it is written (`~unit`).

    Examples
    --------
    >>> text_readings("2.722,00 €")
    ('money:,', '~unit EUR €')
    >>> text_readings("12.5 kg"), text_readings("03/04/2026"), text_readings("an otter")
    (('quantity:.', '~unit kg'), ('date:dmy', 'date:mdy'), ())
    """
    return tuple(dict.fromkeys(_readings(text))) if 0 < len(text) <= _LONGEST else ()


def _readings(text: str) -> Iterator[str]:
    if found := contact(text):
        yield found[0]
        return
    if not any(map(str.isdigit, text)):
        yield from _wordy(text)
        return
    if known := identifier(text):
        yield known[0]
    yield from _dated(text)
    if paid := money(text):
        marks = [m for m in MARKS if all(read_amount(one.amount, m) is not None for one in paid)]
        yield from (f"money:{mark}" for mark in marks)
        yield from (f"{HINT}{hint}" for one in paid for hint in hints_of(one.amount))
        yield f"{HINT}unit {iso(paid[0].sign) or '?'} {paid[0].sign}"
        return
    if (rated := rating(text)) is not None:
        yield "rating"
        yield f"{HINT}unit of {rated[1]}"
    elif (bare := number(text)) is not None:
        yield from (f"number:{mark}" for mark in marks_of(bare[1]))
        yield from (f"{HINT}{hint}" for hint in hints_of(bare[1]))
        digits = bare[1] if bare[1].isdigit() else ""
        yield f"{HINT}digits {len(digits)}"
    elif (measured := quantity(text)) is not None and measured[0] in ("", "-"):
        kind = "quantity" if is_unit(measured[2]) else "count"
        yield from (f"{kind}:{mark}" for mark in marks_of(measured[1]))
        yield from (f"{HINT}{hint}" for hint in hints_of(measured[1]))
        yield f"{HINT}unit {measured[2]}"


def _wordy(text: str) -> Iterator[str]:
    """Readings of a text without a digit."""
    if boolean(text) is not None:
        yield "boolean"
    if (rated := rating(text)) is not None:
        yield "rating"
        yield f"{HINT}unit of {rated[1]}"
    if ago(text) is not None:
        yield "ago"


def _dated(text: str) -> Iterator[str]:
    if ago(text) is not None:
        yield "ago"
    for order, _ in dates(text):
        yield f"date:{order}"
    if (lasting := duration(plain(text))) is not None:
        yield "duration"
        if lasting[1] > 1:
            yield f"{HINT}units"
