"""The sentences that count the rows of the concordance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .concordance import Row
from .wiring import NOWHERE, PLACES, Wiring


def count_rows(found: Sequence[Row]) -> str:
    """How many stand: reached by a test, and compared where the paper prints a figure."""
    n = Counter(row.status for row in found)
    return (
        f"{len(found)} rows: {n['stands']} stand, {n['in part']} stand in part, "
        f"{n['not compared']} are measured but not compared, {n['not yet']} are not yet there, "
        f"{n['nothing']} need nothing built."
    )


def count_runs(found: Sequence[Row], wiring: Wiring) -> str:
    """Where the rows with a module run; a row counts by the least wired of its modules."""
    places = [*PLACES, NOWHERE]
    built = [row for row in found if row.modules]
    least = Counter(max(wiring.places(row), key=places.index) for row in built)
    partly = sum(
        "stream" in held and len(held) > 1 for held in (wiring.places(row) for row in built)
    )
    return (
        f"Of {len(built)} rows with a module, {least['stream']} run in the stream, {partly} in the "
        f"stream with a part that does not; by that part, {least['command']} rows run in a "
        f"command, {least['benchmark']} in a benchmark and {least[NOWHERE]} nowhere."
    )
