"""Which kinds of page two models of a site may read differently, and by which of their rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...pagelets import PageletModel
from ..model import SiteModel
from ..reading import UNKNOWN

NEW = "kind known"  # the rule where one of two models does not know the kind


def changed_kinds(before: SiteModel, after: SiteModel) -> dict[int, tuple[str, ...]]:
    """The kinds of page that two models may read differently.

    Parameters
    ----------
    before, after
        Models of one site.

    Returns
    -------
    By kind, that of strangers among them, the rules that differ. A kind that is not there is read
    by the same rules under both, so its pages need not be read to compare what they say.

    Reading
    -------
    A new model counts more pages, and every count of it moves a little. What a reading rests on is
    what the counts led to: where lists stand, what columns are called, what identifies objects,
    what a kind is, how the site says that there is no match.
    """
    kinds = {UNKNOWN, *_cluster_ids(before), *_cluster_ids(after)}
    out = {}
    for kind in sorted(kinds):
        rules = _differing(rules_of(before, kind), rules_of(after, kind))
        if rules:
            out[kind] = rules
    return out


def rules_of(model: SiteModel, kind: int) -> dict[str, Any]:
    """Everything that the reading of a page of a kind depends on, by the name of the rule.

    Those that are said of the whole site stand for its kinds as far as they bear on them: pages
    that answer no question are never taken for one without a match.
    """
    known = kind in _cluster_ids(model)
    asked = not known or model.clusters.answers(kind)
    decided, item = model.decisions.get(kind), model.items.get(kind)
    taught = model.pagelets.of(kind)
    return {
        NEW: known,
        "kind": (decided.is_, decided.rule) if decided else None,
        "lists": [one.key for one in taught.lists],
        "regions": (taught.pinned, taught.refused),
        "columns": list(_columns(model, taught, kind)),
        "own page": item and sorted((slot, one.name) for slot, one in item.columns.items()),
        "identity": (model.identity.basis, model.identity.lone_basis),
        "no match": _no_match(model) if asked else None,
        "contents": None if known and asked else model.contents.basis,
        "borne out": model.is_confirmed,
        "pins": _pins(model, kind),
    }


def _cluster_ids(model: SiteModel) -> set[int]:
    return {cluster.id for cluster in model.clusters.clusters}


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in before if before[name] != after[name])


def _columns(model: SiteModel, taught: PageletModel, kind: int) -> Iterable[tuple[Any, ...]]:
    """Names and places of the columns of a kind's own lists; of one that has none, of all lists."""
    own = model.pagelets.kinds.get(kind)
    lists = own.lists if own is not None and taught is not model.pagelets else ()
    starts = {start for one in lists for start in one.starts}
    for template in taught.templates:
        if not starts or template.start in starts:
            for column in template.columns:
                if column.name:
                    yield template.start, column.place, column.slot, column.name


def _no_match(model: SiteModel) -> tuple[Any, ...]:
    return model.empty.knows, model.empty.messages, model.empty.silent


def _pins(model: SiteModel, kind: int) -> list[Any]:
    """The pins on readings, and on pages of this kind."""
    said = sorted(model.pins.of_reading)
    here = sorted(url for url, pinned in model.pinned_kinds.items() if pinned == kind)
    return [said, here]
