"""The view a reducer has of one key: read synchronously, writes collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from upwell.agents.reducer import Identity
from upwell.streams.log.marks import Mark

from ..part import pack, unpack
from .head import Head, decode_head, encode_head
from .mark import stamp, unstamp

Get = Callable[[bytes], bytes | None]
Write = tuple[bytes, bytes]


def head_key(key: str) -> bytes:
    """
    Examples
    --------
    >>> head_key("shop.example"), part_key("shop.example", "model", 12)
    (b'shop.example\\x00h', b'shop.example\\x00pmodel\\x0012')
    """
    return f"{key}\0h".encode()


def part_key(key: str, name: str, version: int) -> bytes:
    return f"{key}\0p{name}\0{version}".encode()


class KeyView:
    """One key within one batch: what is stored, and what the batch has written over it.

    A record is tried between `begin` and either `keep` or `undo`; the writes of those kept
    are handed out by `part_writes`, `head_writes` and `deletes`, in this order.
    """

    def __init__(self, key: str, get: Get, cache: dict[str, Any]) -> None:
        self.key = key
        self.cache = cache
        self.offset = -1
        self.stored = get(head_key(key))
        self.mark = Mark(-1, -1)
        self._get = get
        self._head = Head()
        if self.stored is not None:
            self.mark, payload = unstamp(self.stored)
            self._head = decode_head(payload, key) if payload else Head()
        self._handled = self.mark.offset  # the last record kept
        self._before = dict(self._head.parts)
        self._written: dict[str, bytes] = {}
        self._dirty = False  # the record in hand has written
        self._rewrite = False
        self._undo: tuple[Head, dict[str, bytes]] = (self._head, self._written)

    # ---- what a reducer sees

    def head(self) -> bytes | None:
        return self._head.user

    def set_head(self, value: bytes) -> None:
        self._head.user = value
        self._dirty = True

    def part(self, name: str) -> bytes | None:
        if name in self._written:
            return self._written[name]
        version = self._head.parts.get(name)
        if version is None:
            return None
        value = self._get(part_key(self.key, name, version))
        payload = None if value is None else unstamp(value)[1]
        return None if payload is None else unpack(payload)

    def put(self, name: str, value: bytes | None) -> None:
        self._dirty = True
        if value:
            self._written[name] = value
            self._head.parts[name] = self.offset
        else:
            self._written.pop(name, None)
            self._head.parts.pop(name, None)

    def parts(self) -> list[str]:
        return sorted(self._head.parts)

    # ---- what the loop does with it

    def redelivered(self, offset: int) -> bool:
        """Whether the record at this offset was handled and the head written."""
        return offset <= self._handled

    def handled(self, identity: Identity | None) -> bool:
        return identity is not None and self._head.handled(identity)

    def next_seq(self, topic: str) -> int:
        self._dirty = True
        return self._head.next_seq(topic)

    def begin(self, offset: int) -> None:
        """Take a record in hand."""
        self._undo = (self._head, self._written)
        self._head, self._written = self._head.copy(), dict(self._written)
        self.offset = offset
        self._dirty = False

    @property
    def written(self) -> bool:
        """Whether the record in hand has written anything."""
        return self._dirty

    def keep(self, identity: Identity | None) -> None:
        """Keep what the record in hand wrote: it is handled."""
        if identity is not None:
            self._head.note(identity)
        if self._dirty or identity is not None:
            self._handled = self.offset

    def undo(self) -> None:
        """Undo what the record in hand wrote, here and in the cache: it raised."""
        self._head, self._written = self._undo
        self.cache.clear()
        self.begin(self.offset)

    @property
    def sent(self) -> dict[str, int]:
        """Of each topic the number of the last record sent."""
        return dict(self._head.sent)

    def go_on_from(self, before: KeyView) -> None:
        """Take the place of another state of this key: what is sent is numbered on from there."""
        self._head.sent = before.sent
        self._before = dict(before._head.parts)
        self._dirty = True

    def rewrite(self) -> None:
        """Write all that is live once more, for a changelog that may have missed it."""
        self._rewrite = True

    @property
    def changed(self) -> bool:
        return self._rewrite or self._handled != self.mark.offset

    def part_writes(self, generation: int) -> Iterator[Write]:
        for name in self.parts() if self._rewrite else sorted(self._written):
            value, version = self.part(name), self._head.parts[name]
            if value is not None:
                yield (
                    part_key(self.key, name, version),
                    stamp(Mark(version, generation), pack(value)),
                )

    def head_write(self, generation: int) -> Write:
        mark = Mark(self._handled, generation)
        return head_key(self.key), stamp(mark, encode_head(self._head))

    def deletes(self, generation: int) -> Iterator[Write]:
        mark = Mark(self._handled, generation)
        for name, version in sorted(self._before.items()):
            if self._head.parts.get(name) != version:
                yield part_key(self.key, name, version), stamp(mark, b"")
