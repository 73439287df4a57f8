"""Kinds of page as the operator pins them: by an example page, or by a pattern of addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...pagelets import PageletReading, read
from ...pagelets.reading.unknown_kind import Listed
from ...pages.clusters.model import ClusterModel
from ...pages.signature import Signature
from ...pins import Pins
from ...sample.retained import page_hash
from ...templates import read_item
from ...tree.tagtree import TagTree
from ..judging import Judgement
from ..kinds.decision import PINNED, KindDecision, KindOf
from ..kinds.items import ItemReading, own_item

if TYPE_CHECKING:
    from ..model import SiteModel

OF_KINDS: dict[str, KindOf] = {"list": "list", "item": "item", "nothing": "nothing"}
OF_PATTERNS: dict[str, KindOf] = {"list": "list", "own": "item"}
WHY = "pinned kind"


def kinds_of_pages(
    pins: Pins,
    exemplars: Mapping[str, Signature],
    kinds: Mapping[int, int],
    clusters: ClusterModel,
) -> dict[str, int]:
    """The kind that each example page belongs to under the newest clustering, by its address.

    Parameters
    ----------
    pins
        What the operator says.
    exemplars
        Of these pages what was seen of them, as far as they were met.
    kinds
        The kind of each page in the sample, by hash.
    clusters
        Under which others are assigned.
    """
    found = {}
    for url in sorted(pins.of("kind")):
        kind = kinds.get(page_hash(url))
        if kind is None and url in exemplars:
            assigned = clusters.assign(exemplars[url])
            kind = assigned.cluster if assigned.fits else None
        if kind is not None:
            found[url] = kind
    return found


def pinned_decisions(
    decisions: Mapping[int, KindDecision], pins: Pins, pages: Mapping[str, int]
) -> dict[int, KindDecision]:
    """The decisions on kinds, those that the operator pins in place of the learned ones."""
    said = {
        kind: KindDecision(OF_KINDS[pins.verb("kind", url)], PINNED) for url, kind in pages.items()
    }
    return {**decisions, **said}


def pinned_kind_of(model: SiteModel, kind: int, url: str) -> KindOf | None:
    """The pinned kind of a page: by its address, else by its cluster; None where none is pinned."""
    pin = model.pins.of_address(url)
    if pin is not None and pin.verb in OF_PATTERNS:
        return OF_PATTERNS[pin.verb]
    decided = model.decisions.get(kind)
    return decided.is_ if decided is not None and decided.rule == PINNED else None


def read_as_pinned(
    model: SiteModel, said: KindOf, tree: TagTree, kind: int, query: str | None
) -> tuple[PageletReading, ItemReading | None]:
    """Read a page as its pinned kind: as a list, as about one thing, or as nothing to read."""
    taught = model.pagelets.of(kind)
    why: dict[str, float] = {f"{WHY}: {said}": 1}
    if said == "nothing":
        return PageletReading([], [], True, why=why), None
    if said == "list":
        reader = Listed(tree, taught, query)
        found = reader.reading()
        best = max(reader.runs, key=lambda run: run.score, default=None)
        if not found.objects and best is not None and best.score > reader.params.score:
            found = reader.listed([best.parts])  # nobody has to doubt that there is a list
        found.why.update(why)
        return found, None
    template = model.items.get(kind)
    item = read_item(tree, template) if template is not None else None
    found = read(tree, taught, query, entity=True)
    if item is None:
        found.why.update(why)
        return found, None
    reading = own_item(item)
    reading.found.why.update(why)
    return reading.found, reading


def judge_as_pinned(said: KindOf, judged: Judgement) -> Judgement:
    """The judgement of a page whose kind is pinned: a list or a thing to read is an answer."""
    if said == "nothing":
        return judged._replace(came_back="no_match", doubtful=False)
    if said == "item" and judged.came_back == "no_match":
        return judged._replace(came_back="answer")
    return judged
