"""What was fetched, written as WARC files (ISO 28500): a sink of the topic `pages`.

A member is appended a page; then the manifest is replaced with the positions, the file in hand and
the length they stand for. At a restart the file is cut back to that length.
"""

from __future__ import annotations

import fcntl
import gzip
import io
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import BinaryIO
from uuid import NAMESPACE_URL, uuid4, uuid5

import msgspec
from fastwarc.warc import WarcRecord, WarcRecordType

from upwell.errors import ConfigError, RecordError, UsageError

from ..codecs import decompress
from ..modes import open_as_named
from ..records import AnyRecord, Page
from ..topics import PAGES
from .warc import QUERY

MANIFEST = "upwell-warc.json"
FILES = "upwell-[0-9][0-9][0-9][0-9][0-9].warc.gz"
FILE_BYTES = 1 << 30  # of one file, packed; the next page begins another
MOST_BODY = 64 << 20  # unpacked
_OF_THE_WIRE = {"content-encoding", "transfer-encoding", "content-length"}  # bodies are unpacked


class Manifest(msgspec.Struct):
    """How far the files are filled, and for which filling."""

    filling: str
    number: int = 1
    length: int = 0
    positions: dict[int, int] = {}

    @property
    def file(self) -> str:
        """The name of the file in hand."""
        return f"upwell-{self.number:05}.warc.gz"


class WarcFiles:
    """Files `upwell-00001.warc.gz`, ... in one folder; another crawl into it adds its own.

    Parameters
    ----------
    folder
        New, empty, or of an earlier crawl.
    file_bytes
        Above it the next file is begun.
    """

    topic = PAGES

    def __init__(self, folder: Path, file_bytes: int = FILE_BYTES) -> None:
        self._folder = folder
        self._file_bytes = file_bytes
        self._at = self._load()
        self._file: BinaryIO | None = None

    @property
    def group(self) -> str:
        return f"deliver-{self._at.filling}"

    def open(self, known: bool) -> Mapping[int, int]:
        """Cut the files back to what the positions stand for, or begin anew.

        Raises
        ------
        ConfigError
            If the folder cannot be written, or another process writes it.
        """
        require_ours(self._folder)
        if not known and self._at.positions:
            self._at = self._new()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for path in self._folder.glob(FILES):
                if path > self._path():
                    path.unlink()
            self._begin()
        except BlockingIOError as error:
            raise ConfigError(f"{self._folder} is being written by another process") from error
        except OSError as error:
            raise ConfigError(f"cannot write {self._folder}: {error.strerror}") from error
        self._commit()
        return self._at.positions

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        """Append the pages that the web answered, then move the position."""
        assert self._file is not None, "open() comes first"
        for record in records:
            if isinstance(record, Page) and record.status and not record.archive:
                with suppress(RecordError):  # a damaged body: what reads it says so
                    self._append(_packed(_response(record)))
        self._file.flush()
        self._at.positions = {**self._at.positions, **positions}
        self._commit()

    def _append(self, member: bytes) -> None:
        if self._at.length >= self._file_bytes:
            self.close()
            self._at.number, self._at.length = self._at.number + 1, 0
            self._begin()
        assert self._file is not None
        self._at.length += self._file.write(member)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _begin(self) -> None:
        """The file in hand, cut to its length; a new one begins with what wrote it."""
        fresh = not self._path().exists()
        self._file = self._path().open("ab")
        if fresh:
            open_as_named(self._path())
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._file.truncate(self._at.length)
        if not self._at.length:
            self._at.length = self._file.write(_packed(_info(self._at)))
            self._file.flush()  # before a manifest speaks of it

    def _path(self) -> Path:
        return self._folder / self._at.file

    def _load(self) -> Manifest:
        """The manifest, where it and the file in hand still belong together."""
        try:
            self._at = msgspec.json.decode((self._folder / MANIFEST).read_bytes(), type=Manifest)
            whole = self._path().stat().st_size >= self._at.length
        except (OSError, msgspec.DecodeError):
            whole = False
        return self._at if whole else self._new()

    def _new(self) -> Manifest:
        """Another filling: it begins behind the files of earlier ones, which stay."""
        numbers = [int(path.name[7:12]) for path in self._folder.glob(FILES)]
        return Manifest(uuid4().hex[:12], max(numbers, default=0) + 1)

    def _commit(self) -> None:
        note(self._folder, self._at)


def note(folder: Path, at: Manifest) -> None:
    """Put a manifest in place of the last one, whole or not at all."""
    beside = folder / f"{MANIFEST}.new"
    beside.write_bytes(msgspec.json.encode(at))
    os.replace(beside, folder / MANIFEST)


def require_ours(folder: Path) -> None:
    """Refuse a folder that holds something and is not ours."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise UsageError(
            f"{folder} holds files that are not upwell's own and stays as it is; "
            "choose another folder for --warc"
        )
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder; --warc names one, for files that grow in it")


def _info(at: Manifest) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(WarcRecordType.warcinfo, _urn(f"{at.filling} {at.number}"))
    record.headers["WARC-Filename"] = at.file
    record.headers["Content-Type"] = "application/warc-fields"
    record.set_bytes_content(b"software: upwell\r\nformat: WARC File Format 1.1\r\n")
    return record


def _response(page: Page) -> WarcRecord:
    """A page as the web answered it, its body unpacked, beside it the query that asked for it."""
    record = WarcRecord()
    name = f"{page.site} {page.number} {page.fetched_at}"
    record.init_headers(WarcRecordType.response, _urn(name))
    record.headers["WARC-Target-URI"] = page.final_url
    record.headers["WARC-Date"] = (
        datetime.fromtimestamp(page.fetched_at, UTC).isoformat().replace("+00:00", "Z")
    )
    record.headers["Content-Type"] = "application/http; msgtype=response"
    if page.query is not None:
        record.headers[QUERY] = _one_line(page.query)
    record.set_bytes_content(_http(page))
    return record


def _http(page: Page) -> bytes:
    body = decompress(page.body, MOST_BODY)
    reasons = {status.value: status.phrase for status in HTTPStatus}
    head = [f"HTTP/1.1 {page.status} {reasons.get(page.status, '')}".rstrip()]
    kept = {name: text for name, text in page.headers.items() if name not in _OF_THE_WIRE}
    head += [f"{name}: {_one_line(text)}" for name, text in kept.items()]
    head += [f"content-length: {len(body)}", "", ""]
    return "\r\n".join(head).encode("utf-8", "surrogateescape") + body


def _packed(record: WarcRecord) -> bytes:
    """A gzip member; the same record gives the same bytes."""
    out = io.BytesIO()
    record.write(out, checksum_data=True)
    return gzip.compress(out.getvalue(), 6, mtime=0)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _urn(of: str) -> bytes:
    return f"uuid:{uuid5(NAMESPACE_URL, of)}".encode()
