"""A damaged table is recovered right, or refused by its folder's name; never a wrong value."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from faust.types import TP

from tests.streams.damaging import damage
from tests.streams.test_store import CHANGELOG, apply, change, make_store
from upwell.errors import StoreError
from upwell.streams.store import Mark


def recovered_after(
    folder: Path, changes: list[Any], filled: list[int | None]
) -> dict[bytes, bytes] | str:
    """What a damaged table holds after recovery from its changelog, or why it is refused."""
    store = make_store(folder)
    try:
        filled.append(filled_to := store.persisted_offset(TP(CHANGELOG, 0)))
        apply(store, *changes[0 if filled_to is None else filled_to + 1 :])
        return {key: value for key in KEYS if (value := store.read(0, key)) is not None}
    except StoreError as error:
        return str(error)
    finally:
        store.close()


CASES = int(os.environ.get("UPWELL_DAMAGES", "60"))
KEYS = [b"key%d" % n for n in range(60)]


@pytest.mark.parametrize("seed", range(3))
def test_a_torn_table_is_recovered_right_or_refused_by_name(tmp_path: Path, seed: int) -> None:
    """Whatever the last 4,096 bytes of any file of RocksDB became, no wrong value is read."""
    chance = random.Random(seed)
    held: dict[bytes, bytes] = {}
    store = make_store(tmp_path / "live")
    flushes = chance.sample(range(600), 2)
    changes = []
    for offset in range(600):
        key = chance.choice(KEYS)
        held[key] = Mark(offset, 1).pack(chance.randbytes(300))
        changes.append(change(key, held[key], offset))
        apply(store, changes[-1])
        if offset in flushes:
            store.db(0).flush()
    shutil.copytree(tmp_path / "live", tmp_path / "killed")
    store.close()
    filled: list[int | None] = []
    for case in range(CASES // 3):
        folder = tmp_path / str(case)
        shutil.copytree(tmp_path / "killed", folder)
        database = folder / "sites-0.db"
        damage(chance.choice([f for f in sorted(database.iterdir()) if f.stat().st_size]), chance)
        found = recovered_after(folder, changes, filled)
        assert held == found or str(database) in found, case
        shutil.rmtree(folder)
    assert 0 < filled.count(None) < CASES // 3


def test_a_list_of_files_that_lost_its_end_is_noticed(tmp_path: Path) -> None:
    """RocksDB opens it as an earlier one, without the values that moved into a later file."""
    store = make_store(tmp_path / "live")
    changes = [change(key, Mark(n, 1).pack(b"value"), n) for n, key in enumerate(KEYS)]
    for at in range(0, len(changes), 20):
        apply(store, *changes[at : at + 20])
        store.db(0).flush()
    apply(store, change(b"more", Mark(99, 1).pack(b"value"), len(changes)))
    shutil.copytree(tmp_path / "live", tmp_path / "killed")
    store.close()
    (manifest,) = (tmp_path / "killed" / "sites-0.db").glob("MANIFEST-*")
    right = {key: Mark(n, 1).pack(b"value") for n, key in enumerate(KEYS)}
    for case, cut in enumerate(range(1, manifest.stat().st_size, 9)):
        folder = tmp_path / str(case)
        shutil.copytree(tmp_path / "killed", folder)
        os.truncate(folder / "sites-0.db" / manifest.name, manifest.stat().st_size - cut)
        found = recovered_after(folder, changes, [])
        assert found == right or "sites-0.db" in found, cut
