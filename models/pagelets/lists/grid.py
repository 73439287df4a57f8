"""Grids: rows whose cells are whole objects, and rows whose cells are not."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass

from ..page.outline import Outline
from .candidates import FLAT, KID
from .one_object import are_of_one_object
from .run import Run


@dataclass(frozen=True, slots=True)
class GridParams:
    """Tuned on `serp`; a table of plain columns fails `linked`, as it should."""

    looked_at: int = 6  # best runs in which rows are looked for
    cells: float = 1.5  # cells per row at least
    linked: float = 0.9
    plain: float = 0.9
    alike: float = 0.8
    mass: float = 0.85  # of the mass of the rows
    bonus: float = 0.5
    more: float = 1.1  # times the mass of pieces that whole parts hold at least


def prefer_wholes(page: Outline, found: list[Run], params: GridParams | None = None) -> None:
    """Score runs of wholes above runs of their pieces: rows above the cells with their titles.

    Pieces end with the cell they are in, and open with a link where the row opens with a date. Or
    there are several of them in each part: cells that are links are more and as much alike.
    """
    p = params or GridParams()
    for pieces in [run for run in found[: p.looked_at] if run.kind == FLAT]:
        for wholes in found:
            if wholes.score < pieces.score and _are_pieces(page, pieces, wholes, p):
                wholes.score = pieces.score + p.bonus


def prefer_cells(page: Outline, found: list[Run], params: GridParams | None = None) -> None:
    """Score runs of cells above runs of their rows, where the cells are whole objects.

    Exactly two cells in every row are a record of two paragraphs and stay together.
    """
    p = params or GridParams()
    for rows in [run for run in found[: p.looked_at] if run.kind == KID]:
        for cells in found:
            lower = cells.kind == FLAT and cells.score < rows.score
            if lower and _are_cells(page, cells, rows, p):
                cells.score = rows.score + p.bonus


def _are_pieces(page: Outline, pieces: Run, wholes: Run, p: GridParams) -> bool:
    f = wholes.features
    if len(wholes.parts) < len(pieces.parts):
        fits = f.mass >= pieces.features.mass and f.alike >= p.alike
        return fits and are_of_one_object(page, pieces.parts, wholes.parts)
    if len(wholes.parts) != len(pieces.parts) or f.mass < p.more * pieces.features.mass:
        return False
    within = zip(pieces.parts, wholes.parts, strict=True)
    return f.alike >= p.alike and all(c <= a and b <= d for (a, b), (c, d) in within)


def _are_cells(page: Outline, cells: Run, rows: Run, p: GridParams) -> bool:
    f = cells.features
    within = rows.start <= cells.start and cells.stop <= rows.stop
    if not within or len(cells.parts) < p.cells * len(rows.parts):
        return False
    if f.linked < p.linked or f.plain < p.plain or f.alike < p.alike:
        return False
    if f.mass < p.mass * rows.features.mass:
        return False
    row_starts = [a for a, _ in rows.parts]
    per_row = Counter(bisect_right(row_starts, a) for a, _ in cells.parts)
    return set(per_row.values()) != {2} and not are_of_one_object(page, cells.parts, rows.parts)
