"""Starts to parts: each part reaches to the next start, and the last one is cut by example."""

from __future__ import annotations

from itertools import pairwise

from ..page.outline import Outline
from .candidates import FLAT, Candidate

Part = tuple[int, int]


def segment(page: Outline, candidate: Candidate) -> list[Part]:
    """Parts of a candidate, [from, to) in document order, at least one.

    Nothing follows the last part that would end it, and what stands below a list is often
    inside the same parent. It ends where its items leave the succession seen in the others,
    and at their greatest length.

    References
    ----------
    OBJ 3 (objects are built of adjacent fragments).
    """
    parts = rough_parts(page, candidate)
    if len(parts) > 1:
        parts[-1] = _trimmed(page, parts)
    return parts


def rough_parts(page: Outline, candidate: Candidate) -> list[Part]:
    """Parts of a candidate before the last one is cut to the length of the others."""
    kind, region, starts = candidate
    end, parent = page.end, page.parent
    stops = [*starts[1:], end[region]]
    if kind == FLAT:
        stops = [min(stop, end[parent[a]]) for a, stop in zip(starts, stops, strict=True)]
    return list(zip(starts, stops, strict=True))


def items(page: Outline, start: int, stop: int) -> list[int]:
    """Topmost nodes of [start, stop), side by side."""
    out = []
    while start < stop:
        out.append(start)
        start = page.end[start]
    return out


def _trimmed(page: Outline, parts: list[Part]) -> Part:
    start, stop = parts[-1]
    last = items(page, start, stop)
    if len(last) == 1:
        return start, stop
    path = page.path
    asked = {(path[one], path[two]) for one, two in pairwise(last)}
    longest = 1
    follows: set[tuple[int, int]] = set()
    for a, b in parts[:-1]:
        other = [path[i] for i in items(page, a, b)]
        longest = max(longest, len(other))
        follows.update(pairwise(other))
        if longest >= len(last) and asked <= follows:
            return start, stop  # no other part can say more against it
    kept = 1
    for one, two in pairwise(last[: min(len(last), longest)]):
        if (path[one], path[two]) not in follows:
            break
        kept += 1
    return (start, last[kept]) if kept < len(last) else (start, stop)
