"""Sums over a site's pages of which links identify its objects, bounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .arguments.turning import Sighting, TurningArguments
from .asking_steps import AskingSteps, SeenSteps
from .hits import PageHits, SharedHits
from .link_columns import LinkColumn
from .params import ENOUGH, KEPT, PARAMS, IdentityParams
from .steadiness import Showing, Steadiness


class SeenColumn(msgspec.Struct, frozen=True, array_like=True):
    """One column of links of one list of a page.

    Parameters
    ----------
    place
        Of the links.
    n_objects
        That have it.
    n_shared
        That lead where another object of the list leads.
    says
        Most of its links say what no other says.
    needed
        By shape of the links, the arguments without which they would not differ.
    """

    place: int
    n_objects: int
    n_shared: int
    says: bool = False
    needed: dict[str, tuple[str, ...]] = {}


class IdentityEvidence(msgspec.Struct, frozen=True, array_like=True):
    """The evidence that one page gives of what identifies objects."""

    arguments: tuple[Sighting, ...] = ()
    columns: tuple[SeenColumn, ...] = ()
    showing: Showing = Showing()
    steps: tuple[SeenSteps, ...] = ()
    idle: tuple[tuple[str, str], ...] = ()  # shapes, and arguments that tell no objects apart
    hits: PageHits = PageHits()


def seen_columns(columns: Iterable[LinkColumn]) -> tuple[SeenColumn, ...]:
    """The evidence of a page's columns: of those that several objects have."""
    return tuple(
        SeenColumn(
            column.place,
            len(column.anchors),
            column.n_shared,
            column.says,
            column.needed if column.is_clean and not column.n_shared else {},
        )
        for column in columns
        if len(column.anchors) > 1
    )


class IdentityRule(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """How the objects of a site are told apart: published with its model.

    Parameters
    ----------
    turning
        By shape of address, arguments that are no part of an identity: they turn from visit to
        visit, or choose how an object is seen (`views`).
    needed
        By shape, arguments that are, whatever they say.
    counted
        Places whose links identify the objects of lists, with the lists in which they said what no
        other link says.
    shared
        Places whose links several objects share, and do not identify them.
    unsteady
        Columns that are no news of an object.
    asking
        Beginnings of paths whose next step says the query.
    keys, refused
        Columns that identify whatever else was learned, and that never do, as the operator says.
    hits
        Places whose links lead to what several rows of a page may be hits of.
    """

    turning: dict[str, tuple[str, ...]] = {}
    needed: dict[str, tuple[str, ...]] = {}
    counted: dict[int, int] = {}
    shared: tuple[int, ...] = ()
    unsteady: tuple[str, ...] = ()
    asking: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    hits: tuple[int, ...] = ()

    def without(self, arguments: Iterable[tuple[str, str]]) -> IdentityRule:
        """The rule that leaves out these arguments, each of a shape, besides."""
        return msgspec.structs.replace(self, turning=_with(self.turning, arguments))

    @property
    def links_identify(self) -> bool:
        """Whether links told the objects of several lists apart."""
        return any(n_lists > 1 for n_lists in self.counted.values())

    @property
    def basis(self) -> tuple[object, ...]:
        """What the identity of an object in a list rests on."""
        turning = [
            (shape, sorted({*names}.difference(self.needed.get(shape, ()))))
            for shape, names in sorted(self.turning.items())
        ]
        return ([pair for pair in turning if pair[1]], self.shared, self.asking)

    @property
    def lone_basis(self) -> tuple[object, ...]:
        """What the identity of a lone object rests on besides."""
        return (sorted(self.counted), sorted(self.needed.items()))


NO_RULE = IdentityRule()


class _Place(msgspec.Struct, array_like=True):
    n_lists: int = 0
    n_objects: int = 0
    n_shared: int = 0
    n_says: int = 0


class IdentityTable(msgspec.Struct, array_like=True):
    """The sums, from which `rule` is published."""

    arguments: TurningArguments = msgspec.field(default_factory=TurningArguments)
    places: dict[int, _Place] = {}
    needed: dict[str, list[str]] = {}
    steadiness: Steadiness = msgspec.field(default_factory=Steadiness)
    published: dict[str, list[str]] = {}  # arguments that a rule has left out, by shape
    steps: AskingSteps = msgspec.field(default_factory=AskingSteps)
    idle: list[tuple[str, str]] = []
    hits: SharedHits | None = None  # None: no link was shared

    def news(self, evidence: IdentityEvidence) -> IdentityEvidence | None:
        """The part of a page's evidence that changes anything; None: nothing does.

        Columns of one page are counted together: a link that only some objects have would else be
        counted on for longer than the title, until it identified in more lists.
        """
        arguments = tuple(self.arguments.news(evidence.arguments))
        columns = evidence.columns if any(map(self._wants, evidence.columns)) else ()
        showing = self.steadiness.news(evidence.showing)
        steps = self.steps.news(evidence.steps)
        idle = tuple(one for one in evidence.idle if one not in self.idle)
        shared = self._shared(evidence.columns)
        hits = (self.hits or SharedHits()).news(evidence.hits, shared)
        if not (arguments or columns or showing or steps or idle or hits.columns):
            return None
        return IdentityEvidence(arguments, columns, showing or Showing(), steps, idle, hits)

    def _shared(self, columns: Iterable[SeenColumn]) -> set[int]:
        """Places whose links were shared by objects, on a page before or on this one."""
        before = {at for at, place in self.places.items() if place.n_shared}
        return before | {column.place for column in columns if column.n_shared}

    def fold(self, evidence: IdentityEvidence) -> None:
        """Learn from one page."""
        self.arguments.fold(evidence.arguments)
        self.steps.fold(evidence.steps)
        self.steadiness.fold(evidence.showing)
        self.idle = sorted({*self.idle, *evidence.idle})[:KEPT]
        if evidence.hits.columns:
            self.hits = self.hits or SharedHits()
            self.hits.fold(evidence.hits)
        for column in evidence.columns:
            place = self.places.setdefault(column.place, _Place())
            place.n_lists += 1
            place.n_objects += column.n_objects
            place.n_shared += column.n_shared
            place.n_says += column.says
            for shape, names in column.needed.items():
                self.needed[shape] = sorted({*self.needed.get(shape, ()), *names})
        while len(self.places) > KEPT:
            del self.places[min(self.places, key=lambda at: (self.places[at].n_objects, at))]
        while len(self.needed) > KEPT:
            del self.needed[max(self.needed)]

    def publish(self, params: IdentityParams = PARAMS) -> IdentityRule:
        """Publish the rule; arguments once left out stay left out, so that no id comes and goes."""
        rule = self.rule(params)
        self.published = {shape: list(names) for shape, names in rule.turning.items()}
        return rule

    def rule(self, params: IdentityParams = PARAMS) -> IdentityRule:
        """The rule that follows from the sums and from the rules before."""
        found = self.arguments.turning(params).items()
        turns = [(shape, name) for shape, names in found for name in names]
        turning = _with(self.published, [*turns, *self.idle])
        hits = self.hits.hits() if self.hits else frozenset()
        shared = {at for at, one in self.places.items() if _is_shared(one, params)} - hits
        return IdentityRule(
            turning,
            {shape: tuple(names) for shape, names in sorted(self.needed.items())},
            {at: self.places[at].n_says for at in sorted(self.places) if at not in shared},
            tuple(sorted(shared)),
            self.steadiness.unsteady(),
            self.steps.asking(),
            hits=tuple(sorted(hits)),
        )

    def _wants(self, column: SeenColumn) -> bool:
        place = self.places.get(column.place)
        return place is None or place.n_objects < ENOUGH


def _with(
    by_shape: Mapping[str, Iterable[str]], arguments: Iterable[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """Names of arguments by shape, with some added."""
    found = {shape: {*names} for shape, names in by_shape.items()}
    for shape, name in arguments:
        found.setdefault(shape, set()).add(name)
    return {shape: tuple(sorted(names)) for shape, names in sorted(found.items())}


def _is_shared(place: _Place, params: IdentityParams) -> bool:
    return place.n_lists > 1 and place.n_shared > params.shared * place.n_objects
