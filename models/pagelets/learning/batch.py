"""A batch of pages of one site: learn from all, then read all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from upwell.models.tree.tagtree import TagTree

from ..fields.columns import Template, seen_templates
from ..fields.templates import Templates
from ..reading.params import ReadParams
from ..reading.read import read
from ..reading.result import PageletReading
from .evidence import observe
from .learner import LearnerParams, PageletLearner
from .vote_sample import SITE, VoteSampleParams

_READERS = 128  # pages whose objects tell their columns


def learn(
    pages: Sequence[tuple[TagTree, str | None]],
    params: LearnerParams | None = None,
    kinds: Sequence[int] = (),
) -> PageletLearner:
    """A learner that has folded all pages, and then let some of each kind vote."""
    learner = PageletLearner(params)
    for tree, query in pages:
        evidence = observe(tree, query)
        if query and tree.url:  # page 2 of an answer is no second fetch of page 1
            evidence = msgspec.structs.replace(evidence, query=tree.url)
        learner.fold(evidence)
    for i, kind in _voters(kinds or [SITE] * len(pages)):
        tree, query = pages[i]
        learner.fold_vote(learner.vote(tree, query), i, kind, query is not None)
    return learner


def _voters(kinds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pages that vote, with their kinds: of a kind up to some number, evenly."""
    if len(kinds) < 2:
        return
    for kind in sorted(set(kinds)):
        pages = [i for i, one in enumerate(kinds) if one == kind]
        step = -(-len(pages) // VoteSampleParams().per_kind)
        yield from ((i, kind) for i in pages[::step])


def analyse(
    pages: Sequence[tuple[TagTree, str | None]],
    entity: bool = False,
    learner_params: LearnerParams | None = None,
    read_params: ReadParams | None = None,
    kinds: Sequence[int] = (),
) -> list[PageletReading]:
    """Readings of the pages of one site, with what all of them teach.

    Parameters
    ----------
    pages
        (page, its query or None).
    entity
        All pages are about one thing each.
    learner_params, read_params
        Thresholds.
    kinds
        The kind of each page; by default all are of one.
    """
    model = learn(pages, learner_params, kinds).publish()
    return [
        read(tree, model.of(kind), query, entity, False, read_params)
        for (tree, query), kind in zip(pages, kinds or [SITE] * len(pages), strict=True)
    ]


def templates_of(
    trees: Sequence[TagTree], readings: Sequence[PageletReading]
) -> tuple[Template, ...]:
    """Columns of the objects that were read from the pages of a site, from a bounded sample."""
    pairs = list(zip(trees, readings, strict=True))
    sample = pairs[:: max(1, len(pairs) // _READERS)]
    known: dict[int, Template] = {}
    for _ in range(2):  # how texts are told apart, then columns of them
        templates = Templates()
        for tree, reading in sample:
            templates.fold(seen_templates(tree, reading.objects, known))
        known = {one.start: Template(one.start, (), one.layout) for one in templates.frozen()}
    return templates.publish()
