"""The kinds of page in a sample: templates, the fragments they take in, the empty ones apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..params import ClusterParams
from .empty_split import Bools, Parting, parting
from .merging import templates
from .small_groups import hosts
from .vectors import Floats, Labels


class Kind(NamedTuple):
    """Sampled pages that are one cluster."""

    core: Labels  # rows of the template; they make the envelope
    rows: Labels  # with those of the fragments it took in


class Kinds(NamedTuple):
    """All of them, the largest first, and how those hardly different are told apart."""

    kinds: list[Kind]
    partings: list[Parting]


def kinds(
    counts: Floats,
    terms: Sequence[int],
    witness: Sequence[bool],
    params: ClusterParams,
    unasked: Sequence[bool] = (),
) -> Kinds:
    """Every page of the sample in one kind.

    Parameters
    ----------
    counts
        Token counts, rows in an order of their own (by hash).
    terms
        Distinct terms of each page.
    witness
        Whether nonsense was asked.
    unasked
        Whether nothing was: such pages bear witness to their own kinds as well. None by default.

    Examples
    --------
    >>> counts = np.array([[5.0, 0]] * 3 + [[0, 5.0]] * 3)
    >>> found = kinds(counts, [9] * 6, [False] * 6, ClusterParams())
    >>> [kind.rows.tolist() for kind in found.kinds]
    [[0, 1, 2], [3, 4, 5]]
    """
    groups, partings = templates(counts, params), list[Parting]()
    for evidence in (witness, unasked or [False] * len(terms)):
        groups, found_here = _parted(counts, groups, np.array(evidence, bool), params)
        partings += found_here
    taken = hosts(np.log1p(counts), groups, terms, params)
    found = [
        Kind(core, np.sort(np.concatenate([core, *_fragments_of(i, groups, taken)])))
        for i, core in enumerate(groups)
        if i not in taken
    ]
    return Kinds(sorted(found, key=lambda kind: (-len(kind.core), int(kind.core[0]))), partings)


def _parted(
    counts: Floats, groups: list[Labels], witness: Bools, params: ClusterParams
) -> tuple[list[Labels], list[Parting]]:
    out, partings = [], []
    for rows in groups:
        found = parting(counts, rows, witness, params)
        if found is None:
            out.append(rows)
        else:
            out += [found.empty, found.rest]
            partings.append(found)
    return out, partings


def _fragments_of(i: int, groups: list[Labels], taken: dict[int, int]) -> list[Labels]:
    return [groups[j] for j, host in taken.items() if host == i]
