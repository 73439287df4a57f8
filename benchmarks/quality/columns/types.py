"""Types of values against the cases of two libraries: price-parser's prices, dateparser's dates.

python -m benchmarks.quality types

Their source distributions are fetched from the package index and their own test files are read,
nothing is run of them; without an index nothing is measured. A case belongs to the figure with
what its column would tell: of a price its currency and its decimal mark, of a date the order of
day and month. Dates that need the day of the test to be dates at all (no year, a weekday, a time
ago) are none. `right`: the same value. `wrong`: another value, which is worse than a text.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from upwell.models.columns.dates.dates import ORDERS, date_value
from upwell.models.columns.values.currencies import SHARED, iso
from upwell.models.columns.values.money import money_value
from upwell.models.columns.values.numbers import MARKS

from ..figures import Figure

PRICES, DATES = "price-parser", "dateparser"
FLOORS = {PRICES: (0.97, 0.005), DATES: (0.82, 0.015)}
_CROWNS = "SEK"  # of "kr", whose column has one currency


class Case(NamedTuple):
    """A text, and the value that the library reads of it."""

    text: str
    expected: Any
    currency: str = ""


def measure(quick: bool = False) -> list[Figure]:
    """Shares of the cases that are right and that are wrong."""
    figures: list[Figure] = []
    for library, judged in ((PRICES, _prices), (DATES, _dates)):
        with tempfile.TemporaryDirectory(prefix="upwell-types-") as folder:
            root = _unpacked(library, Path(folder))
            found = list(judged(root)) if root is not None else []
        if found:
            n = len(found)
            right, wrong = (found.count(verdict) / n for verdict in ("right", "wrong"))
            least, most = FLOORS[library]
            figures += [
                Figure(f"{library}: right of {n} cases", right, None, least),
                Figure(f"{library}: wrong of {n} cases", wrong, None, most, "lower"),
            ]
    return figures


def _unpacked(library: str, folder: Path) -> Path | None:
    """The source distribution of a library, its test files alone; None: there is no index."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
    done = subprocess.run([*command, library, "-d", str(folder)], check=False, capture_output=True)
    packed = next(folder.glob("*.tar.gz"), None)
    if done.returncode or packed is None:
        return None
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _prices(root: Path) -> Iterator[str]:
    for case in _price_cases(next(root.rglob("test_price_parsing.py")).read_text("utf-8")):
        unit = _CROWNS if case.currency.lower().startswith("kr") else iso(case.currency)
        stated = unit if case.currency in SHARED else unit or "XXX"
        read = [money_value(case.text, mark, stated, sign=case.currency) for mark in MARKS]
        values = [_first(one["value"]) for one in read if one is not None]
        if not values:
            yield "text"
        else:
            yield "right" if case.expected in values else "wrong"


def _first(value: Any) -> Any:
    """A library that knows no ranges has their lower end."""
    return value[0] if isinstance(value, list) else value


def _price_cases(source: str) -> Iterator[Case]:
    """`Example(hint, text, currency, amount as text, amount)`; those that are prices."""
    for call in _calls(source, "Example"):
        if len(call.args) < 5:
            continue
        _, text, currency, _ = (ast.literal_eval(each) for each in call.args[:4])
        amount = _amount(call.args[4])
        if currency and amount is not None and re.search(r"\d", text or ""):
            yield Case(text, float(amount), currency)


def _amount(node: ast.expr) -> Decimal | float | None:
    if isinstance(node, ast.Call):
        return Decimal(ast.literal_eval(node.args[0]))
    found: float | None = ast.literal_eval(node)
    return found


def _dates(root: Path) -> Iterator[str]:
    for case in _date_cases(next(root.rglob("test_date_parser.py")).read_text("utf-8")):
        found = [value for order in ORDERS if (value := date_value(case.text, order))]
        if not found:
            yield "text"
        else:
            same = (_same(value, case.expected) for value in found)
            yield "right" if any(same) else "wrong"


def _same(value: str, expected: datetime) -> bool:
    """Whether an ISO date is the same day, and, where it has one, the same time to the minute."""
    if "T" not in value:
        return value == expected.date().isoformat()
    read = datetime.fromisoformat(value)
    offset = read.utcoffset() or timedelta()
    return (read.replace(tzinfo=None) - offset).replace(second=0) == expected.replace(
        second=0, microsecond=0
    )


def _date_cases(source: str) -> Iterator[Case]:
    """`param(text, datetime(...))`; those whose text has the year."""
    for call in _calls(source, "param"):
        if len(call.args) != 2 or call.keywords:
            continue
        text, expected = call.args
        if not isinstance(text, ast.Constant) or not isinstance(expected, ast.Call):
            continue
        if getattr(expected.func, "id", "") != "datetime" or expected.keywords:
            continue
        when = datetime(*[ast.literal_eval(each) for each in expected.args])
        if re.search(rf"(?<!\d)(?:{when.year}|[-./' ]{when.year % 100:02})(?!\d)", str(text.value)):
            yield Case(str(text.value), when)


def _calls(source: str, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
            yield node
