"""How a kind of page tells of one thing: the slots that tell its pages apart, counted."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from .hashes import Counts, Hashes, n_pages_of
from .params import TemplateParams
from .slots import BY_LABEL, Placed
from .texts import TITLE


class Telling(msgspec.Struct, frozen=True, array_like=True):
    """Counts of a kind's slots by how they tell its pages apart."""

    subject: int = 0  # say once, on nearly each page, something else that its title says too
    identifying: int = 0  # say once, on nearly each page, something else
    described: int = 0  # say once, on nearly each page, what is said on few others
    repeated: int = 0  # places that stand several times on a page, in varying number

    @property
    def tells_apart(self) -> bool:
        """Whether each page says what it is about.

        Its title says it too; or several slots tell each page from all others and further ones
        say what some pages share, as things have properties: a clock or a number of the page has
        none beside it.
        """
        several = self.identifying > 1 and self.described > self.identifying
        return self.subject > 0 or several


def telling_of(placed: Placed, params: TemplateParams) -> Telling:
    """Count the slots of a sample by how they tell its pages apart.

    Parameters
    ----------
    placed
        The texts of all pages of the sample.
    params
        What nearly each page is, and which numbers are steady.

    Reading
    -------
    Texts told apart by rank alone do not count: of a list of links with as many on each page each
    would be one that tells.
    """
    open_ = placed.slot != 0
    texts = placed.texts
    page, mode = texts.page[open_], placed.mode[open_]
    n_pages = max(1, len(set(texts.page.tolist())))
    slot, first, number = np.unique(placed.slot[open_], return_index=True, return_inverse=True)
    n = np.bincount(number, minlength=len(slot))
    once = n_pages_of(placed.slot[open_], page)[first] == n
    usual = once & (n >= params.always * n_pages) & (mode[first] <= BY_LABEL) & (n > 1)
    different = _n_different(number, texts.string[open_], len(slot)) / np.maximum(n, 1)
    named = np.bincount(number, texts.has(TITLE)[open_], len(slot)) / np.maximum(n, 1)
    apart = usual & (different >= params.always)
    return Telling(
        subject=int((apart & (named >= params.always)).sum()),
        identifying=int(apart.sum()),
        described=int((usual & (different > params.frame)).sum()),
        repeated=_n_repeated(texts.place[open_], page, n_pages, params),
    )


def tells_apart(placed: Placed, slot: int, params: TemplateParams) -> bool:
    """Whether a slot says something else on nearly each page that has it."""
    said = placed.texts.string[placed.slot == slot].tolist()
    return len(set(said)) >= params.always * len(said)


def _n_different(number: Counts, string: Hashes, n: int) -> NDArray[np.float64]:
    """For each slot the number of different strings in it."""
    distinct = np.unique(np.stack([number, string]), axis=1)[0]
    out: NDArray[np.float64] = np.bincount(distinct, minlength=n).astype(np.float64)
    return out


def _n_repeated(place: Hashes, page: Counts, n_pages: int, params: TemplateParams) -> int:
    """Places of several texts a page whose number is not steady, on a share of the pages."""
    found = 0
    for at in np.unique(place).tolist():
        times = np.bincount(page[place == at])
        times = times[times > 0]
        mean, deviation = float(times.mean()), float(times.std())
        several = mean > params.once and deviation > params.steady * mean
        found += several and len(times) >= params.frame * n_pages
    return found
