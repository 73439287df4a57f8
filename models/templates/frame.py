"""Which strings of a kind of page are its frame, and which label each text stands behind.

A string is frame when more than half of the pages that have its place say it there (THOR VI-B as
a count). A frequent value is not: it stands where nothing is said on nearly all pages (`In stock`),
or it is only found behind one label, where other strings stand too (`Type: public`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .hashes import Counts, Hashes, is_in, joined, n_pages_of
from .params import TemplateParams
from .texts import Texts


def frame_cells(texts: Texts, params: TemplateParams) -> Hashes:
    """The strings at their places that are frame, ascending.

    Parameters
    ----------
    texts
        Of all pages of the sample.
    params
        Shares of pages.
    """
    cell, before = texts.cell, texts.before
    pages = n_pages_of(cell, texts.page)
    having = n_pages_of(texts.place, texts.page)
    common = (pages > 1) & (pages > params.frame * having)
    common &= _may_be_frame(texts.place, common, pages >= params.always * having, having, params)
    behind = n_pages_of(joined(cell, before), texts.page)
    there = n_pages_of(joined(texts.place, before ^ 5), texts.page)
    value = (behind >= params.always * pages) & (behind < params.always * there)
    frame: Hashes = np.setdiff1d(cell[common], cell[common & value])
    return frame


def _may_be_frame(
    place: Hashes,
    common: NDArray[np.bool_],
    constant: NDArray[np.bool_],
    pages: Counts,
    params: TemplateParams,
) -> NDArray[np.bool_]:
    """For each text whether common strings at its place are frame there.

    So it is where something is said on nearly all pages that have the place; and where several
    texts stand on a page every second of which is common, as each value has its label.
    """
    _, first, number = np.unique(place, return_index=True, return_inverse=True)
    n = np.bincount(number)
    labels = np.bincount(number, common) >= params.labelled * n
    several = n > params.once * pages[first]
    may: NDArray[np.bool_] = ((np.bincount(number, constant) > 0) | (labels & several))[number]
    return may


def is_frame(texts: Texts, frame: Hashes) -> NDArray[np.bool_]:
    """For each text whether it is frame."""
    return is_in(texts.cell, frame)


def said_by_labels(texts: Texts, label: Counts) -> Hashes:
    """For each text the hash of its label; 0 for one without a label."""
    says: Hashes = np.where(label >= 0, texts.string[label], 0)
    return says


def label_at(texts: Texts, static: NDArray[np.bool_], params: TemplateParams) -> Counts:
    """For each text the number of its label, the nearest frame text before it; -1: none.

    Examples
    --------
    >>> column = np.array([7, 8, 9])
    >>> page = Texts(column * 0, *[column] * 4, column.astype(np.uint8))
    >>> label_at(page, np.array([True, False, False]), TemplateParams()).tolist()
    [-1, 0, 0]
    """
    n = len(texts)
    number = np.arange(n)
    last = np.full(n, -1)
    if n:
        last[1:] = np.maximum.accumulate(np.where(static & (texts.words > 0), number, -1))[:-1]
    near = (last >= 0) & (number - last <= params.back)
    near &= texts.page[np.maximum(last, 0)] == texts.page
    out: Counts = np.where(near, last, -1)
    return out
