"""Pages of a sample that are one page under several addresses."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from ..hashes import Counts, Hashes
from ..params import TemplateParams
from ..slots import BY_LABEL, Placed

_LEAST = 2  # columns that say the same: one alone may be a property of several things


def copies_of(placed: Placed, params: TemplateParams) -> frozenset[int]:
    """The numbers of pages that say what an earlier one says.

    Parameters
    ----------
    placed
        The texts of all pages of the sample.
    params
        Above which share of its pages the strings of a column are different ones.

    Reading
    -------
    Lists, searches and other pages write the address of one page in several ways, and each way is
    a page of the sample: then no column tells every page from all others. Of the columns that
    most pages fill otherwise two things share few; what stands on one page twice differs in
    advertisements and clocks alone. So pages are one where they agree in most. What is told apart
    by rank does not count: boxes of links that are drawn for each visit have many such columns.

    Examples
    --------
    >>> from upwell.models.templates.table import KindTable, page_row
    >>> from upwell.models.templates.slots import learn_slots
    >>> from upwell.models.tree.parse import parse
    >>> page = "<h1>Otter %d</h1><i>%d kg</i><b>No %d</b><em>%s</em>"
    >>> said = [(1, 1, 1, "a"), (2, 2, 2, "b"), (3, 3, 3, "c"), (1, 1, 1, "d")]
    >>> table = KindTable()
    >>> for i, one in enumerate(said):
    ...     table.fold(f"{i}", page_row(parse((page % one).encode())))
    >>> placed = Placed(table.texts, learn_slots(table.texts, table.params), table.params)
    >>> len(copies_of(placed, table.params))
    1
    """
    open_ = (placed.slot != 0) & (placed.mode <= BY_LABEL)
    slot, page = placed.slot[open_], placed.texts.page[open_]
    string = placed.texts.string[open_]
    says: dict[int, dict[int, int]] = defaultdict(dict)
    for at in _telling(slot, page, string, params):
        for on, said in zip(page[slot == at].tolist(), string[slot == at].tolist(), strict=True):
            says[on][at] = said
    first: list[dict[int, int]] = []
    copies = set()
    for on in sorted(says):
        if any(_is_one(says[on], other) for other in first):
            copies.add(on)
        else:
            first.append(says[on])
    return frozenset(copies)


def _telling(slot: Hashes, page: Counts, string: Hashes, params: TemplateParams) -> list[int]:
    """The columns that stand once on a page and say something else on most."""
    found = []
    for at in np.unique(slot).tolist():
        said, on = string[slot == at], page[slot == at]
        once = len(np.unique(on)) == len(on)
        if once and len(on) > 1 and len(np.unique(said)) > params.frame * len(on):
            found.append(at)
    return found


def _is_one(page: dict[int, int], other: dict[int, int]) -> bool:
    shared = page.keys() & other.keys()
    agree = sum(page[at] == other[at] for at in shared)
    return agree >= _LEAST and 2 * agree > max(len(page), len(other))
