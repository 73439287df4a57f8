"""A further list of a page beside its best one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..content.refining_links import leading_share, leads_alike
from ..content.rotating import FOLLOWS
from ..lists.features import likeness
from ..lists.run import Run
from ..page.outline import weight_sums

if TYPE_CHECKING:
    from .reader import Reader


def second_run(reader: Reader, best: Run) -> Run | None:
    """A further list outside the best one, of the same kind of text; None where none stands.

    Where the first list follows the query, or is known among pages that were asked for, a
    second one must too: facets change with every answer, advertisements with every page.
    Where it has text beside its links, so must the second: a list of related searches
    follows the query word by word. Where it has links, so must the second: what a form by
    POST asks for (the same question narrower, or another) are buttons, and these no links.
    Where its links lead away, so must the second's, and alike where nothing else tells of it.
    """
    p, model = reader.params, reader.model
    rest = reader.weights.copy()
    rest[best.start : best.stop] = 0
    mass = weight_sums(rest)
    if model.n_pages < 2 or mass[-1] < p.second_mass * reader.total or best.score <= 0:
        return None
    runs = reader.find(mass, p.second_least)
    outside = [run for run in runs if run.stop <= best.start or run.start >= best.stop]
    shared = _places_of(reader, best)
    outside = [run for run in outside if run.key not in shared or _of_one_kind(reader, best, run)]
    if _follows(reader, best) or (model.is_list(best.key) and model.asked):
        outside = [run for run in outside if _follows(reader, run) or model.is_list(run.key)]
    if not outside:
        return None
    f = outside[0].features
    good = f.alike > p.second_alike and f.r >= p.parts
    good &= f.plain >= p.second_plain or best.features.plain < p.second_plain
    good &= f.linked >= p.linked or best.features.linked < p.linked
    away = [leading_share(reader.tree, run.parts) for run in (best, outside[0])]
    good &= away[1] >= p.linked or away[0] < p.linked
    stands = _follows(reader, outside[0]) or model.is_list(outside[0].key)
    good &= stands or leads_alike(reader.tree, best.parts, outside[0].parts)
    return outside[0] if good and outside[0].score >= p.second_score * best.score else None


def words_between(reader: Reader, one: Run, two: Run) -> int:
    """How many words stand between two runs."""
    first, last = sorted((one, two), key=lambda run: run.start)
    return reader.page.words(first.stop, last.start)


def _places_of(reader: Reader, best: Run) -> set[int]:
    """Places of a run and of what holds it: what is known of them is said of this run."""
    places, node = {best.key}, best.start
    while node >= 0:
        places, node = places | {int(reader.tree.place[node])}, reader.page.parent[node]
    return places


def _of_one_kind(reader: Reader, best: Run, run: Run) -> bool:
    """Whether parts at the same place are like those of the best run."""
    return likeness(reader.page, [best.parts[0], run.parts[0]]) >= reader.params.second_alike


def _follows(reader: Reader, run: Run) -> bool:
    """Whether what stands at the place of a run follows the query."""
    return bool(reader.model.places.get(run.key, 0) & FOLLOWS)
