"""How much each slot of a kind tells of what its pages are about."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .hashes import Counts, Hashes, n_pages_of
from .params import TemplateParams
from .slots import BY_RANK, Placed
from .stretch import Floats
from .texts import LINKED, TITLE


class Worth(NamedTuple):
    """Columns over the slots of a kind, ascending by slot."""

    slot: Hashes
    share: Floats  # pages that have it, of all
    title: Floats  # of its pages, those whose title says it
    value: Floats  # what one page of it tells; split among its texts there


def worth_of(placed: Placed, params: TemplateParams) -> Worth:
    """How much each slot of a sample tells of what its pages are about.

    Parameters
    ----------
    placed
        The texts of all pages of the sample.
    params
        What a link takes and a title adds.

    Reading
    -------
    THOR chooses subtrees by size, depth and fanout. What tells of a page's subject stands on most
    pages of the kind, once a page, mostly outside of links, in few words; the title of the page
    says the first of it. Each factor is a share, and none is fitted.
    """
    texts = placed.texts
    open_ = placed.slot != 0
    slot, page = placed.slot[open_], texts.page[open_]
    distinct, first, number = np.unique(slot, return_index=True, return_inverse=True)
    n = np.bincount(number)
    pages = n_pages_of(slot, page)[first]
    n_pages = max(1, len(set(texts.page.tolist())))
    linked = np.bincount(number, texts.has(LINKED)[open_]) / n
    row = placed.mode[open_][first] == BY_RANK  # links in a row lead elsewhere
    words = np.bincount(number, texts.words[open_]) / n
    named = np.where(texts.has(TITLE)[open_], slot, -1)
    titled = np.bincount(number, _first_of_page(named, page)) / pages
    share = pages / n_pages
    lost = np.where(row, 1.0, params.link) * linked
    value = share**2 * pages / n * (1 - lost) * (1 + params.title * titled)
    return Worth(distinct, share, titled, value / (1 + words / params.wordy))


def _first_of_page(names: Hashes, page: Counts) -> Counts:
    """1 for the first of equal names on a page; names below zero do not count."""
    out = np.zeros(len(names), np.int64)
    if len(names):
        _, first = np.unique(np.stack([names, page]), axis=1, return_index=True)
        out[first] = names[first] >= 0
    return out
