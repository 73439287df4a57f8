"""The pages of a sample as bytes: columns in which each place and each string is spelled once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np

from .hashes import Hashes


class Names(NamedTuple):
    """The names that the markup around a text gives it, empty where it gives none."""

    stated: str = ""  # microdata
    own: str = ""  # a class or an id


class PageRow(msgspec.Struct, frozen=True, array_like=True):
    """One page of the sample: columns of its texts, packed."""

    places: bytes  # int64, of each text
    paths: bytes  # int64
    strings: bytes  # uint32
    words: bytes  # uint8; more count as 255
    flags: bytes  # uint8
    labels: dict[int, str] = {}  # what the texts say that may be labels, by their string
    names: dict[int, Names] = {}  # what the markup calls a place
    others: dict[int, Names] = {}  # and single texts, otherwise, by their number

    @property
    def n_texts(self) -> int:
        """Texts of the page."""
        return len(self.words)


_Said = TypeVar("_Said", str, Names)
_Columns = tuple[bytes, bytes, bytes, bytes]  # numbers of places and of strings, words, flags


class _Packed(msgspec.Struct, array_like=True):
    places: bytes  # int64, ascending
    paths: bytes  # int64, of each place
    strings: bytes  # uint32, ascending
    labels: dict[int, str]
    names: dict[int, Names]
    columns: list[_Columns]
    pages: list[tuple[int, int]]  # hash, number of its columns: copies are spelled once
    other_labels: dict[int, dict[int, str]] = {}  # of a page that differs; empty: it has none
    other_names: dict[int, dict[int, Names]] = {}
    others: dict[int, dict[int, Names]] = {}  # of texts by their number


def pack(rows: Mapping[int, PageRow]) -> bytes:
    """MessagePack; equal rows give equal bytes."""
    order = sorted(rows)
    at = _joined([rows[page].places for page in order], "<i8")
    places, first, place = np.unique(at, return_index=True, return_inverse=True)
    paths = _joined([rows[page].paths for page in order], "<i8")[first]
    said = _joined([rows[page].strings for page in order], "<u4")
    strings, string = np.unique(said, return_inverse=True)
    cuts = np.cumsum([rows[page].n_texts for page in order])[:-1]
    numbers = zip(
        np.split(place.astype(_width(places)), cuts),
        np.split(string.astype(_width(strings)), cuts),
        strict=True,
    )
    labels = {string: text for page in order for string, text in rows[page].labels.items() if text}
    columns = [
        (one.tobytes(), other.tobytes(), rows[page].words, rows[page].flags)
        for page, (one, other) in zip(order, numbers, strict=False)
    ]
    number = {each: i for i, each in enumerate(sorted(set(columns)))}
    names = {place: name for page in order for place, name in rows[page].names.items() if any(name)}
    packed = _Packed(
        places.tobytes(),
        paths.tobytes(),
        strings.tobytes(),
        dict(sorted(labels.items())),
        dict(sorted(names.items())),
        list(number),
        [(page, number[each]) for page, each in zip(order, columns, strict=True)],
        _others({p: (rows[p].labels, _strings(rows[p])) for p in order}, labels, ""),
        _others({p: (rows[p].names, _places(rows[p])) for p in order}, names, Names()),
        {p: dict(sorted(rows[p].others.items())) for p in order if rows[p].others},
    )
    return msgspec.msgpack.encode(packed)


def unpack(data: bytes) -> dict[int, PageRow]:
    """The rows of `pack`."""
    packed = msgspec.msgpack.decode(data, type=_Packed)
    places, paths = np.frombuffer(packed.places, "<i8"), np.frombuffer(packed.paths, "<i8")
    strings = np.frombuffer(packed.strings, "<u4")
    out = {}
    for page, number in packed.pages:
        place, string, words, flags = packed.columns[number]
        at = np.frombuffer(place, _width(places))
        said = strings[np.frombuffer(string, _width(strings))]
        other, named = packed.other_labels.get(page, {}), packed.other_names.get(page, {})
        labels = _own(said.tolist(), packed.labels | other)
        names = _own(places[at].tolist(), packed.names | named)
        out[page] = PageRow(
            places[at].tobytes(),
            paths[at].tobytes(),
            said.tobytes(),
            words,
            flags,
            labels,
            names,
            packed.others.get(page, {}),
        )
    return out


def _others(
    pages: Mapping[int, tuple[Mapping[int, _Said], list[int]]],
    shared: Mapping[int, _Said],
    nothing: _Said,
) -> dict[int, dict[int, _Said]]:
    """By page, what it calls some of its keys where that is not what all are said to."""
    found = {}
    for page, (own, keys) in pages.items():
        said = {
            key: own.get(key, nothing)
            for key in sorted(set(keys))
            if own.get(key, nothing) != shared.get(key, nothing)
        }
        if said:
            found[page] = said
    return found


def _own(keys: list[int], said: Mapping[int, _Said]) -> dict[int, _Said]:
    """The names of some keys, without empty ones."""
    return {key: said[key] for key in keys if key in said and any(said[key])}


def _strings(row: PageRow) -> list[int]:
    found: list[int] = np.frombuffer(row.strings, "<u4").tolist()
    return found


def _places(row: PageRow) -> list[int]:
    found: list[int] = np.frombuffer(row.places, "<i8").tolist()
    return found


def _width(column: Hashes) -> str:
    """How wide the numbers of its elements are."""
    return "<u2" if len(column) <= 1 << 16 else "<u4"


def _joined(parts: list[bytes], kind: str) -> Hashes:
    column: Hashes = np.frombuffer(b"".join(parts), kind)
    return column
