"""The views of a batch over one table, and the decoded state that outlives batches."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from upwell.errors import StoreError

from .view import KeyView, Write, head_key


class Table(Protocol):
    """Bytes to bytes, one per input partition; reads are local and synchronous."""

    def get(self, partition: int, key: bytes) -> bytes | None: ...

    def set(self, partition: int, key: bytes, value: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class ViewParams:
    """Bounds of what is kept decoded."""

    cached_keys: int = 64  # per partition: at 50 kB a site some 3 MB, a few times that decoded


class Views:
    """Views by partition and key. A batch asks for them, and commits or discards them all."""

    def __init__(self, table: Table, params: ViewParams | None = None) -> None:
        self._table = table
        self._params = params or ViewParams()
        self._caches: dict[int, OrderedDict[str, dict[str, Any]]] = {}
        self._open: dict[tuple[int, str], KeyView] = {}
        self._rewritten: set[tuple[int, str]] = set()

    def view(self, partition: int, key: str) -> KeyView:
        view = self._open.get((partition, key))
        if view is None:
            cache = self._cache(partition, key)
            view = KeyView(key, lambda name: self._get(partition, name), cache)
            self._open[partition, key] = view
        return view

    def rewrite(self, partition: int, key: str) -> None:
        """Write a key's live state again, once for as long as we own it."""
        if (partition, key) not in self._rewritten:
            self._rewritten.add((partition, key))
            self.view(partition, key).rewrite()

    def moved(self) -> list[str]:
        """Keys whose stored head is not the one the batch began from."""
        return [
            view.key
            for (partition, key), view in self._open.items()
            if self._get(partition, head_key(key)) != view.stored
        ]

    def writes(self, generation: int) -> Iterator[tuple[int, Write]]:
        """All writes in order: new parts, heads, then what no head names any more."""
        changed = [(at, view) for (at, _), view in self._open.items() if view.changed]
        for partition, view in changed:
            for write in view.part_writes(generation):
                yield partition, write
        for partition, view in changed:
            yield partition, view.head_write(generation)
        for partition, view in changed:
            for write in view.deletes(generation):
                yield partition, write

    def commit(self, generation: int) -> None:
        """Assign everything; there is no await in here."""
        for partition, (key, value) in self.writes(generation):
            self._table.set(partition, key, value)
        self._open.clear()

    def discard(self) -> None:
        """Forget the batch and all decoded state: what is stored is the truth."""
        self._open.clear()
        self._caches.clear()
        self._rewritten.clear()

    def _cache(self, partition: int, key: str) -> dict[str, Any]:
        caches = self._caches.setdefault(partition, OrderedDict())
        caches.setdefault(key, {})
        caches.move_to_end(key)
        while len(caches) > self._params.cached_keys:
            caches.popitem(last=False)
        return caches[key]

    def _get(self, partition: int, key: bytes) -> bytes | None:
        try:
            return self._table.get(partition, key)
        except StoreError:
            raise
        except Exception as error:
            raise StoreError(f"cannot read the table, partition {partition}: {error}") from error
