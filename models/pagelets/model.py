"""What a site has taught, frozen: the pagelet part of a published site model."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property, reduce
from operator import or_

import msgspec

from .content.rotating import FOLLOWS
from .fields.columns import Template
from .params import FIRST, TRUSTED, VOTED


class KnownList(msgspec.Struct, frozen=True, array_like=True):
    """A place where the site's pages start the parts of a list."""

    key: int
    votes: float  # relative to the site's best place: 0 to 1
    lists: bool  # the site's pages are lists of this
    flat: bool  # its parts end with their parent
    starts: tuple[int, ...]  # places at which its parts begin
    members: tuple[int, ...]  # places that stand beside the start inside a part
    core: tuple[int, ...] = ()  # places that its parts hold on every page
    leads: bool = False  # each of its parts has a link
    pages: int = 0  # % of the site's pages that have it


class KindLists(msgspec.Struct, frozen=True, array_like=True):
    """The lists and rows that pages of one kind have voted for."""

    known: tuple[KnownList, ...] = ()  # most votes first
    top: float = 0.0  # votes of the best place
    n_voted: float = 0.0  # pages that voted
    places: dict[int, int] = {}  # flags that differ from the site's

    @property
    def lists(self) -> tuple[KnownList, ...]:
        """Places of lists among those with most votes, most votes first."""
        return tuple(known for known in self._first if known.lists)

    @property
    def rows(self) -> tuple[KnownList, ...]:
        """Places with most votes at which no list begins."""
        return tuple(known for known in self._first if not known.lists)

    @property
    def _first(self) -> list[KnownList]:
        return [known for known in self.known[:FIRST] if known.votes >= TRUSTED]


class PageletModel(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    """Read with this, and nothing of it changes.

    A string that is not in `strings` is dynamic, so only the static ones are kept. What is said of
    lists is that of a kind of page where it comes from `of`, else that of all of them.
    """

    n_pages: int = 0
    strings: dict[
        int, int
    ] = {}  # static string at a place -> % of pages, below 0 if its number varies
    places: dict[int, int] = {}  # flags of `rotating`, where there are any
    known: tuple[KnownList, ...] = ()  # most votes first
    top: float = 0.0  # votes of the best place
    n_voted: float = 0.0  # pages that voted
    lists: tuple[KnownList, ...] = ()  # that are looked for, first to last
    kinds: dict[int, KindLists] = {}  # kind of page -> what its pages voted for
    templates: tuple[Template, ...] = ()  # columns of its objects
    n_questions: int = 0  # different ones among those folded last
    pinned: tuple[int, ...] = ()  # places of which the operator says that the region is there
    refused: tuple[int, ...] = ()  # and that it never is
    met: tuple[int, ...] = ()  # those of both that a page has shown
    acting: tuple[int, ...] = ()  # links that name their page, but for the name

    @cached_property
    def asked(self) -> bool:
        """Whether enough pages came with their queries to see places that follow them."""
        return self.sets_apart(FOLLOWS)

    def sets_apart(self, flags: int) -> bool:
        """Whether any place has one of these flags of `rotating`."""
        return bool(self._flags & flags)

    @cached_property
    def _flags(self) -> int:
        return reduce(or_, self.places.values(), 0)

    def factors(self, lam: float) -> dict[int, float]:
        """What a word of each static string weighs where a word that all pages say costs `lam`."""
        if lam not in self._factors:
            price = [-lam * percent / 100 for percent in range(101)]
            shares = self.strings.items()
            self._factors[lam] = {name: price[max(0, share)] for name, share in shares}
        return self._factors[lam]

    @cached_property
    def _factors(self) -> dict[float, dict[int, float]]:
        return {}

    def with_regions(
        self, pinned: Collection[int], refused: Collection[int], met: Iterable[int] = ()
    ) -> PageletModel:
        """The model with what the operator says of places; lists that are refused are none."""
        if not pinned and not refused:
            return self
        kinds = {
            id_: msgspec.structs.replace(kind, known=_without(kind.known, refused))
            for id_, kind in self.kinds.items()
        }
        return msgspec.structs.replace(
            self,
            known=_without(self.known, refused),
            lists=_without(self.lists, refused),
            kinds=kinds,
            pinned=tuple(sorted(pinned)),
            refused=tuple(sorted(refused)),
            met=tuple(sorted(met)),
        )

    def votes(self, key: int) -> float:
        """Votes of a place relative to the best: 0 to 1."""
        return next((k.votes for k in self.known if k.key == key), 0.0)

    def is_list(self, key: int) -> bool:
        """Whether the site's pages are lists of what starts at this place."""
        return any(known.key == key for known in self.lists)

    def of(self, kind: int) -> PageletModel:
        """The model for pages of one kind: its own lists first, then those of the others.

        Of a kind that has not voted nothing is known but what all kinds say.
        """
        own = self.kinds.get(kind)
        if own is None or own.n_voted < VOTED:
            return self
        if kind not in self._of_kind:
            self._of_kind[kind] = self._with(own)
        return self._of_kind[kind]

    @cached_property
    def _of_kind(self) -> dict[int, PageletModel]:
        return {}

    def _with(self, own: KindLists) -> PageletModel:
        own_lists = {known.key for known in own.lists}
        others = [known for known in self.lists if known.key not in own_lists]
        voted = {known.key for known in own.known}
        further = [known for known in others if known.key not in voted]
        model = msgspec.structs.replace(
            self,
            known=(*own.known, *further),
            top=own.top if own.lists else max(own.top, self.top),
            n_voted=own.n_voted,
            lists=(*own.lists, *others),
            places=self.places | own.places,
            kinds={},
        )
        vars(model).update(_factors=self._factors)  # the same for all kinds
        return model


def _without(lists: Iterable[KnownList], refused: Collection[int]) -> tuple[KnownList, ...]:
    return tuple(known for known in lists if known.key not in refused)


def encode_model(model: PageletModel) -> bytes:
    """MessagePack, the same bytes for the same model."""
    return msgspec.msgpack.encode(model)


def decode_model(data: bytes) -> PageletModel:
    """What `encode_model` wrote."""
    return msgspec.msgpack.decode(data, type=PageletModel)


NOTHING_KNOWN = PageletModel()
