"""How much memory RocksDB may take: a worker has one database per table and partition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rocksdict import BlockBasedOptions, Cache, DBCompressionType, Options


@dataclass(frozen=True, slots=True)
class StoreOptions:
    """Settings of one partition's RocksDB.

    The library's own would give every partition three write buffers of 64 MB and a block cache
    of up to 2 GiB. These are for 8 partitions and state of at most 1 MB a site.

    Parameters
    ----------
    write_buffer_bytes, write_buffers
        Of one partition.
    cache_bytes
        Of all partitions of the process together.
    max_open_files
        Of one partition.
    max_wal_bytes
        Of one partition; more starts a flush, and so bounds the time to open after a kill.
    bloom_bits
        Per key; most reads ask for a site that is there, new sites are what it is for.
    collect_after_s
        Age of deletes that are removed for good: as long as changelogs do not compact.
    """

    write_buffer_bytes: int = 4 << 20
    write_buffers: int = 2
    cache_bytes: int = 32 << 20
    max_open_files: int = 64
    max_wal_bytes: int = 16 << 20
    bloom_bits: int = 10
    collect_after_s: float = 3_600.0

    def rocksdb(self) -> Options:
        """Options of rocksdict: raw bytes, WAL on, old log files few and small."""
        table = BlockBasedOptions()
        table.set_block_cache(_cache(self.cache_bytes))
        table.set_cache_index_and_filter_blocks(True)
        table.set_bloom_filter(self.bloom_bits, block_based=False)
        options = Options(raw_mode=True)
        options.create_if_missing(True)
        options.set_block_based_table_factory(table)
        options.set_compression_type(DBCompressionType.lz4())
        options.set_keep_log_file_num(2)
        options.set_max_log_file_size(1 << 20)
        options.set_max_open_files(self.max_open_files)
        options.set_max_total_wal_size(self.max_wal_bytes)
        options.set_max_write_buffer_number(self.write_buffers)
        options.set_write_buffer_size(self.write_buffer_bytes)
        return options


@lru_cache
def _cache(size: int) -> Cache:
    return Cache(size)
