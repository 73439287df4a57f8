"""Parquet: rolled files in one folder, and a manifest that says which count.

Rows wait as lines in `pending.jsonl`; when they are many they become a file, under a name that the
manifest takes in together with the positions. So a death leaves a file that is written again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import msgspec

from upwell.errors import ConfigError, UsageError

from ..records import AnyRecord
from ..topics import CHANGES
from .events import EventFilter

MANIFEST, PENDING = "manifest.json", "pending.jsonl"
_BEGUN = (PENDING, f"{MANIFEST}.new")  # what a death leaves before there is a manifest
ROWS = 10_000  # of one file
LEAD = ("event", "id", "version", "site", "at", "url", "page_url", "query", "text")
_FIELD = "field."  # before the name of a column of the objects
_TEXT, _NUMBER, _TRUTH = "text", "number", "truth"


class Manifest(msgspec.Struct):
    """The manifest of a folder: files with rows, column types, and positions in the topic."""

    upwell: str  # names this filling
    positions: dict[int, int] = {}
    pending: int = 0  # bytes of the rows that wait
    columns: dict[str, str] = {}
    files: list[dict[str, Any]] = []


def forget_rows_of(folder: Path, site: str) -> int:
    """Take the rows of a site out of the files of a folder; returns how many there were."""
    arrow, parquet = _arrow()
    manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    taken, used = 0, set[str]()
    for file in manifest.files:
        path = folder / file["name"]
        table = parquet.read_table(path)
        others = arrow.compute.not_equal(table.column("site"), site)
        kept = table.filter(others)
        taken += table.num_rows - kept.num_rows
        empty = [n for n in kept.column_names if kept.column(n).null_count == kept.num_rows]
        kept = kept.drop_columns([name for name in empty if name.startswith(_FIELD)])
        used |= {name.removeprefix(_FIELD) for name in kept.column_names}
        _replace(path, partial(parquet.write_table, kept))
        file["rows"] = kept.num_rows
    waiting = (folder / PENDING).read_bytes()[: manifest.pending].splitlines(keepends=True)
    kept_lines = [line for line in waiting if msgspec.json.decode(line).get("site") != site]
    taken += len(waiting) - len(kept_lines)
    _replace(folder / PENDING, lambda beside: beside.write_bytes(b"".join(kept_lines)))
    manifest.pending = sum(map(len, kept_lines))
    used |= {n for line in kept_lines for n in msgspec.json.decode(line)["object"]["fields"]}
    manifest.columns = {name: kind for name, kind in manifest.columns.items() if name in used}
    _note(folder, manifest)
    for begun in folder.glob(".*.new"):  # a file that a death kept from being one
        begun.unlink()
    return taken


class ParquetFiles:
    """One folder of `changes-00001.parquet`, ...; needs the extra `parquet`.

    Parameters
    ----------
    rows
        Above it a file is complete; what is left becomes one when the feed is closed.
    """

    topic = CHANGES

    def __init__(self, folder: Path, chosen: EventFilter, rows: int = ROWS) -> None:
        self._folder = folder
        self._chosen = chosen
        self._rows = rows
        self._manifest = self._load()
        self._pending: list[dict[str, Any]] = []
        self._file: BinaryIO | None = None

    @property
    def group(self) -> str:
        return f"deliver-{self._manifest.upwell}"

    def open(self, known: bool) -> Mapping[int, int]:
        """Cut what waits back to what the positions stand for, or begin the folder anew."""
        _arrow()
        self._require_ours()
        if not known and self._manifest.positions:
            for file in self._manifest.files:
                (self._folder / file["name"]).unlink(missing_ok=True)
            self._manifest = Manifest(uuid4().hex[:12])
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = (self._folder / PENDING).open("a+b")
            self._file.truncate(self._manifest.pending)
            self._commit()
        except OSError as error:
            raise ConfigError(
                f"cannot write {self._folder}: {error.strerror}; choose another folder"
            ) from error
        self._file.seek(0)
        self._pending = [msgspec.json.decode(line) for line in self._file]
        return self._manifest.positions

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        """Rows that wait and positions; a complete file when there are enough."""
        assert self._file is not None, "open() comes first"
        events = [e for r in records if (e := self._chosen.event(r)) is not None]
        fresh = [event.body for event in events]
        lines = b"".join(msgspec.json.encode(body) + b"\n" for body in fresh)
        self._file.write(lines)
        self._file.flush()
        self._pending += fresh
        self._manifest.pending += len(lines)
        self._manifest.positions = {**self._manifest.positions, **positions}
        if len(self._pending) >= self._rows:
            self._roll()
        else:
            self._commit()

    def close(self) -> None:
        if self._file is not None:
            if self._pending:
                self._roll()
            self._file.close()
            self._file = None

    def _roll(self) -> None:
        assert self._file is not None
        arrow, parquet = _arrow()
        rows, columns = table_rows(self._pending, self._manifest.columns)
        kinds = {_TEXT: arrow.string(), _NUMBER: arrow.float64(), _TRUTH: arrow.bool_()}
        schema = arrow.schema(
            [*_lead(arrow), *((f"{_FIELD}{name}", kinds[kind]) for name, kind in columns.items())]
        )
        name = f"changes-{len(self._manifest.files) + 1:05}.parquet"
        beside = self._folder / f".{name}.new"
        parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), beside)
        os.replace(beside, self._folder / name)
        self._manifest.files.append({"name": name, "rows": len(rows)})
        self._manifest.columns = columns
        self._manifest.pending = 0
        self._commit()
        self._file.truncate(0)
        self._pending = []

    def _commit(self) -> None:
        _note(self._folder, self._manifest)

    def _load(self) -> Manifest:
        try:
            return msgspec.json.decode((self._folder / MANIFEST).read_bytes(), type=Manifest)
        except (OSError, msgspec.DecodeError):
            return Manifest(uuid4().hex[:12])

    def _require_ours(self) -> None:
        if self._folder.exists() and not self._folder.is_dir():
            raise ConfigError(f"{self._folder} is no folder; Parquet files need one of their own")
        if not self._folder.is_dir() or (self._folder / MANIFEST).exists():
            return
        if any(each.name not in _BEGUN for each in self._folder.iterdir()):
            raise UsageError(
                f"{self._folder} is not upwell's own and stays as it is; choose another folder"
            )


def _note(folder: Path, manifest: Manifest) -> None:
    content = msgspec.json.format(msgspec.json.encode(manifest))
    _replace(folder / MANIFEST, lambda beside: beside.write_bytes(content))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    beside = path.with_name(path.name + ".new")
    write(beside)
    os.replace(beside, path)


def table_rows(
    events: Sequence[Mapping[str, Any]], known: Mapping[str, str]
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Events as rows of one table, and the type of each column.

    A column keeps the type it had in earlier files; a value of another type is in `object` alone.

    >>> line = {name: None for name in LEAD} | {"at": 1.0, "object": {"fields": {"price": 3}}}
    >>> (row,), columns = table_rows([line], {})
    >>> row["field.price"], columns
    (3.0, {'price': 'number'})
    """
    columns = dict(known)
    for event in events:
        for name, value in event["object"]["fields"].items():
            kind = _kind(value)
            if name not in known and columns.setdefault(name, kind) != kind:
                columns[name] = _TEXT
    rows = []
    for event in events:
        whole = event["object"]
        row = {name: event.get(name, whole.get(name)) for name in LEAD}
        row["differing"] = msgspec.json.encode(event.get("fields", {})).decode()
        row["object"] = msgspec.json.encode(whole).decode()
        for name, value in whole["fields"].items():
            row[f"{_FIELD}{name}"] = _cell(value, columns[name], whole.get("raw", {}).get(name))
        rows.append(row)
    return rows, columns


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("value")
    if isinstance(value, bool):
        return _TRUTH
    return _NUMBER if isinstance(value, int | float) else _TEXT


def _cell(value: Any, kind: str, raw: Any) -> Any:
    if kind == _TEXT:
        shown = value if raw is None else raw
        return shown if isinstance(shown, str) else msgspec.json.encode(shown).decode()
    if _kind(value) != kind:
        return None
    inner = value["value"] if isinstance(value, dict) else value
    return float(inner) if kind == _NUMBER else inner


def _lead(arrow: Any) -> list[tuple[str, Any]]:
    kinds = {"version": arrow.int64(), "at": arrow.float64()}
    named = [(name, kinds.get(name, arrow.string())) for name in LEAD]
    return [*named, ("differing", arrow.string()), ("object", arrow.string())]


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise ConfigError(
            "Parquet needs pyarrow; install it with: pip install 'upwell[parquet]'"
        ) from None
