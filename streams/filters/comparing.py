"""One comparison: a name, an operator, a value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import ge, gt, le, lt
from typing import Any

from .facts import Facts

ORDER: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
LONGEST = 200  # characters of a text that are searched for its number
_NUMBER = re.compile(r"[-+]?\d[\d.,]*")
_SIGNS = re.compile(r"[.,]")
_ISO = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Comparison:
    """`name operator value`; a name that has no value compares as false.

    Examples
    --------
    >>> facts = Facts({"event": "new"}, {"price": 90, "title": "A Cello", "day": "2026-03-01"})
    >>> Comparison("price", "<", ("100",)).holds(facts)
    True
    >>> Comparison("title", "contains", ("cello",)).holds(facts)
    True
    >>> Comparison("day", "<", ("2026-02-28",)).holds(facts)
    False
    >>> Comparison("event", "in", ("new", "gone")).holds(facts)
    True
    >>> Comparison("size", "!=", ("L",)).holds(facts)
    False
    """

    name: str
    operator: str  # = != < <= > >= contains starts in exists changed
    values: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        """Whether it is so."""
        if self.operator == "changed":
            return self.name in facts.differing
        value = facts.value(self.name)
        if value is None or self.operator == "exists":
            return value is not None
        if self.operator in ORDER:
            return _ordered(ORDER[self.operator], value, self.values[0])
        if self.operator in ("contains", "starts"):
            shown, part = facts.shown(self.name).casefold(), self.values[0].casefold()
            return part in shown if self.operator == "contains" else shown.startswith(part)
        same = any(_equal(value, wanted, facts.shown(self.name)) for wanted in self.values)
        return same != (self.operator == "!=")


def number_of(value: Any) -> float | None:
    """The number of a typed value, or the only one of a text; None where nobody can be sure.

    >>> number_of(3), number_of({"value": 2.5, "unit": "EUR"}), number_of("-4.0"), number_of(True)
    (3.0, 2.5, -4.0, None)
    >>> number_of("£1,209.95"), number_of("9,95 €"), number_of("1.234 km"), number_of("3 of 8")
    (1209.95, 9.95, None, None)
    """
    if isinstance(value, dict):
        value = value.get("value")
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    found = _plain(value)
    return _only_number(value) if found is None and isinstance(value, str) else found


def _plain(value: Any) -> float | None:
    """A number, or a text that is nothing else."""
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def _only_number(text: str) -> float | None:
    """Of a text with one number; three digits behind its only sign may be cents or thousands."""
    found = _NUMBER.findall(text[:LONGEST])
    if len(found) != 1:
        return None
    digits = found[0].rstrip(".,")
    decimal = max(digits.rfind("."), digits.rfind(","))
    if decimal < 0:
        return float(digits)
    sign, behind = digits[decimal], len(digits) - decimal - 1
    if digits.count(sign) > 1 or (behind == 3 and len(_SIGNS.findall(digits)) == 1):
        grouped = digits.count(sign) > 1 and len(set(_SIGNS.findall(digits))) == 1
        return float(_SIGNS.sub("", digits)) if grouped else None
    return float(_SIGNS.sub("", digits[:decimal]) + "." + digits[decimal + 1 :])


def _ordered(compare: Callable[[Any, Any], bool], value: Any, wanted: str) -> bool:
    limit = _plain(wanted)
    if limit is not None:
        number = number_of(value)
        return number is not None and compare(number, limit)
    if isinstance(value, int | float):  # a time
        moment = _moment(wanted)
        return moment is not None and compare(value, moment)
    if isinstance(value, str):
        if _ISO.match(wanted):
            return bool(_ISO.match(value)) and compare(value, wanted)
        return compare(value.casefold(), wanted.casefold())
    return False


def _equal(value: Any, wanted: str, shown: str) -> bool:
    if isinstance(value, bool):
        return wanted.casefold() == str(value).casefold()
    number, limit = number_of(value), _plain(wanted)
    if number is not None and limit is not None:
        return number == limit
    if isinstance(value, list):
        return any(_equal(each, wanted, str(each)) for each in value)
    return wanted.casefold() in (shown.casefold(), str(value).casefold())


def _moment(text: str) -> float | None:
    """A day or a time of day as seconds since the epoch; UTC where it says nothing else."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
