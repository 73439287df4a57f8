"""The head of a key: its commit point (DESIGN 4.4).

What the head does not name does not exist: parts are assigned under new keys before it, and
deleted, once no head names them, after it.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

import msgspec

from upwell.agents.reducer import Identity

from ..part import pack, unpack
from .numbers import Numbers
from .stored import FORMAT, another_version, opening

# What heads consist of, so that none has to say it again. Part of the stored format.
_COMMON = b"".join(
    [
        b"http://www. https://www. .html ?id= ?page= &page= en de fr title price date author name",
        b" link image rating text label f1 f2 f3 f4 f5 f6 f7 f8 f9 lxml 6.1.3/libxml2 2.14.6",
        *(
            msgspec.msgpack.encode(f"pages.{level:02}.{n}.00")
            for level in (2, 1, 0)
            for n in range(7)
        ),
        *(msgspec.msgpack.encode(name) for name in ("model", "snapshot")),
        *(msgspec.msgpack.encode(f"delta.{n}") for n in range(64)),
        *(msgspec.msgpack.encode(f"page.{n:02}") for n in range(32)),
        msgspec.msgpack.encode([{"analyse": 1}, {"plan": [1, [[1, 2]]]}]),
        msgspec.msgpack.encode({"findings": 300, "objects": 300, "pages": 300}),
    ]
)


class Head(msgspec.Struct):
    """Everything the loop keeps about a key, and the reducer's own small state.

    A part's version is the offset of the record that last wrote it: after the same records the
    same head comes out, however the batches fell.
    """

    user: bytes | None = None
    parts: dict[str, int] = {}  # name -> version
    received: dict[str, int] = {}  # origin -> last number
    numbered: dict[str, Numbers] = {}  # origin -> numbers that come in any order
    sent: dict[str, int] = {}  # topic -> last seq

    def handled(self, identity: Identity) -> bool:
        """Whether this record was handled before, under whatever offset."""
        if identity.low is None:
            return identity.number <= self.received.get(identity.origin, 0)
        numbers = self.numbered.get(identity.origin)
        return numbers is not None and identity.number in numbers

    def note(self, identity: Identity) -> None:
        """Note that this record is handled."""
        if identity.low is None:
            self.received[identity.origin] = identity.number
        else:
            numbers = self.numbered.setdefault(identity.origin, Numbers())
            numbers.add(identity.number, identity.low)

    def next_seq(self, topic: str) -> int:
        """The number of the next record sent to a topic, from 1."""
        self.sent[topic] = self.sent.get(topic, 0) + 1
        return self.sent[topic]

    def copy(self) -> Head:
        return Head(
            user=self.user,
            parts=dict(self.parts),
            received=dict(self.received),
            numbered={origin: numbers.copy() for origin, numbers in self.numbered.items()},
            sent=dict(self.sent),
        )


class _Stored(msgspec.Struct, array_like=True):
    """A head as it is written with every batch: parts by age, each by its distance to the last."""

    user: bytes | None
    names: list[str]
    steps: list[int]
    received: dict[str, int]
    numbered: dict[str, Numbers]
    sent: dict[str, int]


_decoder = msgspec.msgpack.Decoder(_Stored)
_encoder = msgspec.msgpack.Encoder(order="deterministic")


def encode_head(head: Head) -> bytes:
    """Equal heads are equal bytes."""
    parts = sorted((version, name) for name, version in head.parts.items())
    versions = [version for version, _ in parts]
    stored = _Stored(
        user=head.user,
        names=[name for _, name in parts],
        steps=[now - last for last, now in pairwise([0, *versions])],
        received=head.received,
        numbered=head.numbered,
        sent=head.sent,
    )
    return bytes([FORMAT]) + pack(_encoder.encode(stored), _COMMON)


def decode_head(payload: bytes, key: str = "a key") -> Head:
    """The head of a payload; one of another version is the operator's to decide about."""
    if payload[0] != FORMAT:
        raise another_version(key, f"format {payload[0]}; this one has {FORMAT}")
    with opening(key):
        stored = _decoder.decode(unpack(payload[1:], _COMMON))
    parts = dict(zip(stored.names, accumulate(stored.steps), strict=True))
    return Head(stored.user, parts, stored.received, stored.numbered, stored.sent)
