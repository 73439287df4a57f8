"""Weights of a page's texts: what changes with the query counts, what stays costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from upwell.models.tree.tagtree import TagTree, prefix

from ..model import PageletModel
from ..page.outline import Floats
from .refining_links import refining_links
from .related_searches import asking_links
from .rotating import BESIDE, FOLLOWS, REPEATED, ROTATES, SELDOM
from .strings import names_at, query_terms


@dataclass(frozen=True, slots=True)
class WeightParams:
    """Tuned on `wien` (tau .15 to .5 is one result) and `swde` (lam .1 to 1).

    tau
        A string on at most this share of the pages that have its place is dynamic.
    lam
        Price of a word that all pages say, in dynamic words.
    varies
        A static string that stands more often than this on some page, and not equally often on
        all, is a label that repeats with the objects: it weighs nothing.
    """

    tau: float = 0.5
    lam: float = 0.25
    varies: int = 2


def text_weights(
    tree: TagTree, model: PageletModel, query: str | None = None, params: WeightParams | None = None
) -> Floats:
    """Weight of every node: its words when dynamic, up to -lam a word when static, 0 for labels.

    Reading
    -------
    THOR compares whole subtrees; a string at a place is compared here, so that a region of
    mixed content needs no threshold of its own. What all pages of a site say belongs to its
    frame and has the full price; the headings of one kind of page cost as few words as few
    pages are of that kind.
    With fewer than two pages nothing is known to be static.

    References
    ----------
    THOR VI-B.
    """
    if model.n_pages < 2:
        return tree.words.astype(np.float64)
    params = params or WeightParams()
    weights = string_weights(tree, model, query, params)
    if model.sets_apart(ROTATES | BESIDE):
        _silence_rotating(tree, model, weights, params.lam, asked=bool(query))
    for start, stop in asking_links(tree, query):
        weights[start:stop] = -params.lam * tree.words[start:stop]
    _silence_refining(tree, weights, params.lam)
    return weights


def _silence_refining(tree: TagTree, weights: Floats, lam: float) -> None:
    """Links that refine the page's question are no answer to it.

    A site of one script leads to its records by such links too, and by no others that count, each
    with the same argument more; facets add several. With them goes what is chosen by now, which no
    link offers any more: the one text beside them in their box.
    """
    refining = np.zeros(tree.n, bool)
    links = list(refining_links(tree))
    for one in links:
        refining[one.start : one.stop] = True
    counts = weights > 0
    linked = counts & (tree.linked > 0)
    added = {one.adds for one in links if linked[one.start : one.stop].any()}
    if not added or not (len(added) > 1 or (linked & ~refining).any()):
        return
    others, chosen = prefix(linked & ~refining), prefix(counts & (tree.linked == 0))
    for top, *_ in links:
        while (above := int(tree.parent[top])) >= 0:
            end = int(tree.end[above])
            if others[end] > others[above] or chosen[end] > chosen[above] + 1:
                break
            top = above
        refining[top : int(tree.end[top])] = True
    weights[refining & counts] = -lam * tree.words[refining & counts]


def string_weights(
    tree: TagTree, model: PageletModel, query: str | None = None, params: WeightParams | None = None
) -> Floats:
    """`text_weights` by what is said where, whether it rotates or not."""
    params = params or WeightParams()
    nodes = tree.words.nonzero()[0]
    names = names_at(tree, nodes, query_terms(query or tree.echo)).tolist()
    factor = model.factors(params.lam).get
    weights = np.zeros(tree.n)
    weights[nodes] = tree.words[nodes] * np.array([factor(name, 1.0) for name in names])
    return weights


def _silence_rotating(
    tree: TagTree, model: PageletModel, weights: Floats, lam: float, asked: bool
) -> None:
    """Rotating regions become static as a whole, looked for from the root down.

    Not below a repeated place that follows the query: inside an object every column is kept,
    for the price does not know the query. What stands beside answers is silenced text by text,
    for the page as a whole stands everywhere too. On a page that was not asked nothing has to
    follow a query: there a box is silent only if it stands beside most answers.
    """
    flag = model.places.get
    flags = np.array([flag(place, 0) for place in tree.place.tolist()], np.int64)
    if model.sets_apart(BESIDE):
        beside = (flags[tree.parent] & BESIDE > 0) & (weights > 0)
        weights[beside] = -lam * tree.words[beside]
    if not (flags & ROTATES).any():
        return
    repeated = (flags & REPEATED) > 0
    answers = prefix(repeated)
    silent = (flags & (ROTATES | FOLLOWS)) == ROTATES
    if not asked:
        silent &= (flags & SELDOM) == 0
    silent &= answers[tree.end] == answers[:-1]
    told = (silent | repeated).nonzero()[0]
    ends: list[int] = tree.end[told].tolist()
    silences: list[bool] = silent[told].tolist()
    after = 0  # what was looked at last
    within = np.zeros(tree.n + 1, np.int64)
    for node, end, silences_it in zip(told.tolist(), ends, silences, strict=True):
        if node >= after:
            after = end
            if silences_it:
                within[node] += 1
                within[end] -= 1
    rotating = (within.cumsum()[:-1] > 0) & (weights > 0)
    weights[rotating] = -lam * tree.words[rotating]
