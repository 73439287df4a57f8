"""A table that is gone with its process."""

from __future__ import annotations

from collections.abc import Mapping


class Memory:
    """What stands in a table, partition by partition; writes go nowhere else."""

    def __init__(self, values: Mapping[bytes, bytes] | None = None) -> None:
        self._stored = values or {}  # of any partition: a key stands in one
        self._written: dict[tuple[int, bytes], bytes] = {}

    def get(self, partition: int, key: bytes) -> bytes | None:
        return self._written.get((partition, key), self._stored.get(key))

    def set(self, partition: int, key: bytes, value: bytes) -> None:
        self._written[partition, key] = value
