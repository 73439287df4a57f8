"""Which partition a key belongs to: Kafka's default partitioner on both sides of the port."""

from __future__ import annotations

from aiokafka.partitioner import murmur2


def partition_of(key: bytes, n_partitions: int) -> int:
    """Partition of a key, as Kafka's Java client chooses it.

    A key without bytes has a partition too (Kafka would draw one), so that the embedded log
    and Kafka agree for every record.

    >>> partition_of(b"foobar", 8)
    6
    """
    return int((murmur2(key) & 0x7FFFFFFF) % n_partitions)
