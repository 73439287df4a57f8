"""The page that says where things stand, `docs/status.md`: every line of it from a stored run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchmarks.mutate.results import Room, rooms_table, survivors_table
from benchmarks.quality.sealed import Opening

from .compare import Stored
from .headlines import headline_table


def status_page(
    stored: Stored, openings: Sequence[Opening], rooms: Mapping[str, Room]
) -> Iterator[str]:
    """All lines of the page."""
    yield "# Status: what was measured last"
    yield ""
    yield "`make papers` writes this page from `benchmarks/results`; none of it is written by hand."
    yield "What a command has not stored is *not run*."
    yield ""
    yield "## Quality"
    yield ""
    yield "*In sample*: thresholds or weights were chosen with these very pages."
    yield ""
    yield from headline_table(stored, openings[-1] if openings else None)
    yield ""
    yield "## Openings of the sealed third"
    yield ""
    if not openings:
        yield "It was never opened (`make quality SEALED=1`)."
    for opening in openings:
        yield f"- {opening.date}, commit {opening.commit[:8]}: {len(opening.figures)} rows."
    yield ""
    yield "## Numbers that no test would miss"
    yield ""
    yield "Each number of a room's `params.py` is changed by half and twice (shares: the odds)."
    yield "A change that no test notices survives; what survives means nothing that anybody checks."
    yield "`make mutate ROOMS=models/change` looks at a room again."
    yield ""
    yield from rooms_table(dict(rooms))
    yield ""
    yield from survivors_table(dict(rooms))
    yield ""
