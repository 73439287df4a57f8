"""Which texts of one place are one column: by the place alone, by their label, or by rank."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec
import numpy as np

from ..pagelets.params import LABEL_WORDS
from .frame import frame_cells, is_frame, label_at, said_by_labels
from .hashes import Counts, Hashes, is_in, joined, n_pages_of, rank_of
from .params import TemplateParams
from .texts import Texts

BY_PLACE, BY_LABEL, BY_RANK, BY_BOTH = 0, 1, 2, 3  # both: by label, without one by rank


class Slots(msgspec.Struct, frozen=True):
    """How the texts of each place of a kind of page are told apart; reading is a look-up."""

    usual: bytes  # int64, ascending: places of more than one page
    frame: bytes  # int64, ascending: strings at their places
    places: bytes  # int64, ascending: those told apart by label or rank
    modes: bytes  # uint8, of each of them
    same: dict[int, int] = {}  # labels at a place that are a column with another place's
    flowing: bytes = b""  # int64, ascending: places, or labels at them, of paragraphs of one text


class Placed:
    """The texts of one or several pages with the slot of each."""

    def __init__(self, texts: Texts, slots: Slots, params: TemplateParams) -> None:
        self.texts = texts = texts.at_usual_places(np.frombuffer(slots.usual, "<i8"))
        self.static = is_frame(texts, np.frombuffer(slots.frame, "<i8"))
        self.label = label_at(texts, self.static, params)
        self.says = said_by_labels(texts, self.label)
        self.mode = _mode_of(texts.place, slots)
        self.open = ~self.static & (texts.words > 0)
        self.name = np.zeros(0, np.int64)
        self.slot = self._slots(slots, params)
        self.flows = self.open & is_in(self.name, np.frombuffer(slots.flowing, "<i8"))

    def _slots(self, slots: Slots, params: TemplateParams) -> Hashes:
        """The slot of each text; 0: frame, or it says nothing."""
        texts, open_ = self.texts, self.open
        labelled = joined(texts.place, self.says | 1)
        same = slots.same
        listed = np.array([same.get(each, each) for each in labelled.tolist()], np.int64)
        has_label = self.says != 0
        by_label = (self.mode == BY_LABEL) | (self.mode == BY_BOTH)
        by_label |= is_in(labelled, _ascending(same)) & has_label
        name = np.where(by_label, np.where(has_label, listed, labelled), texts.place)
        self.name = name
        number = np.arange(len(texts))
        rank = rank_of(np.where(open_, joined(name, texts.page + 1), -number - 1))
        ranked = (self.mode == BY_RANK) | (self.mode == BY_BOTH) | (by_label & has_label)
        ranked &= ~is_in(name, np.frombuffer(slots.flowing, "<i8"))
        slot = np.where(ranked, joined(name, np.minimum(rank, params.ranks) + 7), name)
        return np.where(open_, slot, 0)


def learn_slots(texts: Texts, params: TemplateParams) -> Slots:
    """How the texts of these pages are told apart.

    Parameters
    ----------
    texts
        Of all pages of the sample.
    params
        Shares of pages.

    Reading
    -------
    A place with one text a page is a column. Else its texts are told apart by their labels, if
    most of them stand behind labels that come again; else by rank, if their number is steady;
    else they are one column of several values. Sentences whose number varies are one text.
    """
    whole = texts
    usual = np.unique(texts.place[n_pages_of(texts.place, texts.page) > 1])
    texts = texts.at_usual_places(usual)
    frame = frame_cells(texts, params)
    static = is_frame(texts, frame)
    label = label_at(texts, static, params)
    open_ = ~static & (texts.words > 0)
    says = said_by_labels(texts, label)
    place, page, says = texts.place[open_], texts.page[open_], says[open_]
    modes = {at: mode for at, mode in _modes(place, page, says, params).items() if mode}
    places = sorted(modes)
    slots = Slots(
        usual.astype("<i8").tobytes(),
        frame.astype("<i8").tobytes(),
        np.array(places, "<i8").tobytes(),
        bytes(modes[at] for at in places),
        _same_columns(place, page, says, params),
    )
    flowing = np.array(_flowing(Placed(whole, slots, params)), "<i8")
    return msgspec.structs.replace(slots, flowing=flowing.tobytes())


def _flowing(placed: Placed) -> list[int]:
    """Names of texts most of which are longer than a label, and not equally many on each page."""
    open_, texts = placed.open, placed.texts
    name = placed.name[open_]
    n_long = Counter(name[texts.words[open_] > LABEL_WORDS].tolist())
    times = _counts(name, texts.page[open_])
    return sorted(at for at, n in times.items() if len(set(n)) > 1 and 2 * n_long[at] > sum(n))


def _modes(place: Hashes, page: Counts, says: Hashes, params: TemplateParams) -> dict[int, int]:
    """For each place how its texts are assigned to slots."""
    every, bare = _counts(place, page), _counts(place[says == 0], page[says == 0])
    has = says != 0
    behind = _counts(joined(place[has], says[has]), page[has])
    labels: dict[int, list[list[int]]] = defaultdict(list)
    found, first = np.unique(joined(place[has], says[has]), return_index=True)
    for name, at in zip(found.tolist(), place[has][first].tolist(), strict=True):
        labels[at].append(behind[name])
    return {at: _mode(n, labels[at], bare.get(at, []), params) for at, n in every.items()}


def _counts(names: Hashes, page: Counts) -> dict[int, list[int]]:
    """For each name how often it stands on the pages that have it.

    >>> _counts(np.array([5, 5, 5, 6]), np.array([0, 0, 1, 1]))
    {5: [2, 1], 6: [1]}
    """
    out: dict[int, list[int]] = defaultdict(list)
    if len(names):
        distinct, number = np.unique(names, return_inverse=True)
        width = int(page.max()) + 1
        pairs, n = np.unique(number * width + page, return_counts=True)
        for name, times in zip(distinct[pairs // width].tolist(), n.tolist(), strict=True):
            out[name].append(times)
    return dict(out)


def _mode(
    counts: list[int], labelled: list[list[int]], bare: list[int], params: TemplateParams
) -> int:
    """How to slot a place, from its texts a page: all, behind each label, and without one."""
    mean = sum(counts) / len(counts)
    if mean <= params.once:
        return BY_PLACE
    recurring = [n for n in labelled if len(n) >= max(2, params.recurs * len(counts))]
    covered = sum(map(sum, recurring))
    each = covered / max(1, sum(map(len, recurring)))
    # labels that part nothing (each stands before nearly all texts) tell nothing apart
    if covered >= params.labelled * sum(counts) and each < params.parts * mean:
        return BY_BOTH if _is_steady(bare, params) else BY_LABEL
    return BY_RANK if _is_steady(counts, params) else BY_PLACE


def _is_steady(counts: list[int], params: TemplateParams) -> bool:
    """Whether a number of texts a page hardly varies."""
    if not counts:
        return False
    mean = sum(counts) / len(counts)
    variance = sum((n - mean) ** 2 for n in counts) / len(counts)
    return mean <= params.ranks and variance <= (params.steady * mean) ** 2


def _same_columns(
    place: Hashes, page: Counts, says: Hashes, params: TemplateParams
) -> dict[int, int]:
    """Labels at places that never meet on a page: (place and label) -> the column of all."""
    pages: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for said, at, on in zip(says.tolist(), place.tolist(), page.tolist(), strict=True):
        if said:
            pages[said][at].add(on)
    out = {}
    for said, by_place in sorted(pages.items()):
        kept = [(at, on) for at, on in by_place.items() if len(on) > 1]
        kept.sort(key=lambda item: (-len(item[1]), item[0]))
        if len(kept) < 2:
            continue
        names = [int(joined(np.array([at]), said | 1)[0]) for at, _ in kept]
        met = set(kept[0][1])
        for name, (_, on) in zip(names[1:], kept[1:], strict=True):
            if len(met & on) <= params.meets * len(on):
                met |= on
                out[name] = out[names[0]] = names[0]
    return out


def _ascending(same: dict[int, int]) -> Hashes:
    return np.array(sorted(same), np.int64)


def _mode_of(place: Hashes, slots: Slots) -> Counts:
    places = np.frombuffer(slots.places, "<i8")
    modes = np.frombuffer(slots.modes, np.uint8)
    if not len(places):
        return np.zeros(len(place), np.int64)
    at = np.minimum(np.searchsorted(places, place), len(places) - 1)
    out: Counts = np.where(places[at] == place, modes[at], BY_PLACE).astype(np.int64)
    return out
