"""What the rooms know of each kind of page, put side by side for one decision."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ...pagelets import PageletModel
from ...pagelets.content.rotating import FOLLOWS
from ...pagelets.learning.vote_sample import Leads
from ...pagelets.model import KindLists
from ...templates import Template
from ..contents.model import ContentsModel
from .decision import LED_TO, PINNED, KindDecision, KindEvidence, decide_kind


def decide_kinds(
    n_pages: Mapping[int, int],
    asked: Collection[int],
    says_nothing: Mapping[int, float],
    pagelets: PageletModel,
    templates: Mapping[int, Template],
    leads: Mapping[int, Leads],
    contents: ContentsModel,
) -> dict[int, KindDecision]:
    """Decide what each kind of page of a site is.

    Parameters
    ----------
    n_pages
        Of the sample, by kind.
    asked
        Kinds whose pages answer queries.
    says_nothing
        By kind the share of pages that answer nonsense, or say what such answers say.
    pagelets
        Which lists the pages of each kind have voted for.
    templates
        By kind, of the pages that answer no question.
    leads
        By kind, where the parts of its own lists lead.
    contents
        Which kinds tables of contents lead to, and which tell more than they lead to.
    """
    out = {}
    for kind, n in sorted(n_pages.items()):
        lists = pagelets.kinds.get(kind, KindLists()).lists
        flags = [pagelets.of(kind).places.get(known.key, 0) for known in lists]
        evidence = KindEvidence(
            n_pages=n,
            is_asked=kind in asked,
            says_nothing=says_nothing.get(kind, 0.0),
            n_lists=len(lists),
            follows=sum(bool(flag & FOLLOWS) for flag in flags),
            **leads.get(kind, Leads())._asdict(),
            telling=templates[kind].telling if kind in templates else None,
            leads_on=contents.leads_on(kind),
            is_led_to=contents.is_led_to(kind),
        )
        out[kind] = decide_kind(evidence)
    return out


def boxes_of(
    decisions: Mapping[int, KindDecision], pagelets: PageletModel
) -> dict[int, frozenset[int]]:
    """By kind of items, where the lists begin that stand beside what its pages tell."""
    return {
        kind: frozenset(start for known in pagelets.kinds[kind].lists for start in known.starts)
        for kind, one in decisions.items()
        if one.is_ == "item" and kind in pagelets.kinds
    }


def rows_of(
    decisions: Mapping[int, KindDecision], pagelets: PageletModel
) -> dict[int, frozenset[int]]:
    """By kind of items, where rows begin that its pages have voted for and that are no list there.

    A record's own page may have a table like that of the answers: of its versions, its parts.
    """
    return {
        kind: frozenset(known.key for known in pagelets.kinds[kind].rows)
        for kind, one in decisions.items()
        if one.is_ == "item" and kind in pagelets.kinds
    }


def read_as_items(
    decisions: Mapping[int, KindDecision], templates: Mapping[int, Template]
) -> dict[int, Template]:
    """The templates by which pages are read: of items, and of kinds that may be.

    Of a kind that may be, pages on which the search finds a list stay with the search.
    """
    kinds = (kind for kind, one in decisions.items() if one.is_ in ("item", "unsure"))
    found = {kind: templates[kind] for kind in kinds if kind in templates}
    return {
        kind: one
        for kind, one in found.items()
        if one.telling.tells_apart or decisions[kind].rule in (PINNED, LED_TO)
    }
