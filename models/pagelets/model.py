"""What a site has taught, frozen: the pagelet part of a published site model."""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_

import msgspec

from .columns import Template
from .rotating import FOLLOWS


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


class PageletModel(msgspec.Struct, frozen=True, dict=True):
    """Read with this, and nothing of it changes.

    A string that is not in `strings` is dynamic, so only the static ones are kept.
    """

    n_pages: int = 0
    strings: dict[int, int] = {}  # static string at a place -> % of pages; 0: its number varies
    places: dict[int, int] = {}  # flags of `rotating`, where there are any
    known: tuple[KnownList, ...] = ()  # most votes first
    top: float = 0.0  # votes of the best place
    n_voted: float = 0.0  # pages that voted
    templates: tuple[Template, ...] = ()  # columns of its objects
    n_questions: int = 0  # different ones among those folded last

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
            self._factors[lam] = {name: price[share] for name, share in self.strings.items()}
        return self._factors[lam]

    @cached_property
    def _factors(self) -> dict[float, dict[int, float]]:
        return {}

    def votes(self, key: int) -> float:
        """Votes of a place relative to the best: 0 to 1."""
        return next((k.votes for k in self.known if k.key == key), 0.0)

    def lists(self, key: int) -> bool:
        """Whether the site's pages are lists of what starts at this place."""
        return any(k.lists for k in self.known if k.key == key)


def encode_model(model: PageletModel) -> bytes:
    """MessagePack, the same bytes for the same model."""
    return msgspec.msgpack.encode(model)


def decode_model(data: bytes) -> PageletModel:
    """What `encode_model` wrote."""
    return msgspec.msgpack.decode(data, type=PageletModel)


NOTHING_KNOWN = PageletModel()
