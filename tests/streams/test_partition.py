"""Keys fall into the same partitions as on Kafka."""

from __future__ import annotations

import pytest
from aiokafka.partitioner import DefaultPartitioner, murmur2
from hypothesis import given
from hypothesis import strategies as st

from upwell.streams.log.partition import partition_of

# what the Java client's own test expects of its murmur2
JAVA = [
    (b"21", -973932308),
    (b"foobar", -790332482),
    (b"a-little-bit-long-string", -985981536),
    (b"a-little-bit-longer-string", -1486304829),
    (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
    (b"abc", 479470107),
]


@pytest.mark.parametrize(("key", "java"), JAVA)
def test_the_hash_is_the_java_clients(key: bytes, java: int) -> None:
    assert java & 0xFFFFFFFF == murmur2(key) & 0xFFFFFFFF
    assert (java & 0x7FFFFFFF) % 8 == partition_of(key, 8)


@given(st.binary(min_size=1, max_size=60), st.integers(1, 50))
def test_it_agrees_with_the_partitioner_that_kafka_mode_uses(key: bytes, n: int) -> None:
    everything = list(range(n))
    assert DefaultPartitioner()(key, everything, everything) == partition_of(key, n)


def test_a_key_without_bytes_always_has_the_same_partition() -> None:
    assert len({partition_of(b"", 8) for _ in range(20)}) == 1
