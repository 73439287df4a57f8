"""The pages of a sample as bytes: columns in which each place and each string is spelled once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
import numpy as np

from .hashes import Hashes


class Names(NamedTuple):
    """What the markup around a text calls it; empty: nothing."""

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

    @property
    def n_texts(self) -> int:
        """Texts of the page."""
        return len(self.words)


_Columns = tuple[bytes, bytes, bytes, bytes]  # numbers of places and of strings, words, flags


class _Packed(msgspec.Struct, array_like=True):
    places: bytes  # int64, ascending
    paths: bytes  # int64, of each place
    strings: bytes  # uint32, ascending
    labels: dict[int, str]
    names: dict[int, Names]
    columns: list[_Columns]
    pages: list[tuple[int, int]]  # hash, number of its columns: copies are spelled once


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
    labels = {string: text for page in order for string, text in rows[page].labels.items()}
    columns = [
        (one.tobytes(), other.tobytes(), rows[page].words, rows[page].flags)
        for page, (one, other) in zip(order, numbers, strict=False)
    ]
    number = {each: i for i, each in enumerate(sorted(set(columns)))}
    names = {place: name for page in order for place, name in rows[page].names.items()}
    packed = _Packed(
        places.tobytes(),
        paths.tobytes(),
        strings.tobytes(),
        dict(sorted(labels.items())),
        dict(sorted(names.items())),
        list(number),
        [(page, number[each]) for page, each in zip(order, columns, strict=True)],
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
        labels = {s: packed.labels[s] for s in said.tolist() if s in packed.labels}
        names = {p: packed.names[p] for p in places[at].tolist() if p in packed.names}
        out[page] = PageRow(
            places[at].tobytes(), paths[at].tobytes(), said.tobytes(), words, flags, labels, names
        )
    return out


def _width(column: Hashes) -> str:
    """How wide the numbers of its elements are."""
    return "<u2" if len(column) <= 1 << 16 else "<u4"


def _joined(parts: list[bytes], kind: str) -> Hashes:
    column: Hashes = np.frombuffer(b"".join(parts), kind)
    return column
