"""Pages in a WARC file (ISO 28500): its responses that are HTML."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import IO, NamedTuple, cast
from urllib.parse import quote, urlsplit

from upwell.errors import ConfigError

_MOST_BYTES = 64 << 20  # of one record, and of one body unpacked: no page is longer
_HTML = ("text/html", "application/xhtml+xml")


class WarcRecord(NamedTuple):
    """Header fields under lower-case names, and the block."""

    fields: dict[str, str]
    block: bytes


class Response(NamedTuple):
    """A page of the archive."""

    url: str
    content_type: str
    body: bytes


def unpack_warc(path: Path, folder: Path) -> None:
    """Write the pages below a folder, a site an authority; files are numbered as they come."""
    try:
        with _opened(path) as stream:
            for number, page in zip(count(1), responses(stream), strict=False):
                site = folder / _folder_name(page.url)
                pages = site / "pages"
                pages.mkdir(parents=True, exist_ok=True)
                name = f"{number:07}.html"
                (pages / name).write_bytes(page.body)
                line = {"file": name, "url": page.url, "content_type": page.content_type}
                with (site / "pages.jsonl").open("a", encoding="utf-8") as out:
                    out.write(json.dumps(line) + "\n")
    except (EOFError, ValueError, gzip.BadGzipFile, zlib.error) as error:
        raise ConfigError(f"{path} cannot be read as a WARC file: {error}") from error


def _opened(path: Path) -> IO[bytes]:
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    return cast(IO[bytes], gzip.open(path)) if packed else path.open("rb")


def _folder_name(url: str) -> str:
    name = quote(urlsplit(url).netloc.lower(), safe=":[]")[:200]
    return name if name.strip(".") else "unnamed"  # not the folder itself, not the one above


def responses(stream: IO[bytes]) -> Iterator[Response]:
    """HTML pages of http(s) URLs with a body, in order; whatever their status."""
    for record in records(stream):
        url = record.fields.get("warc-target-uri", "").strip("<>")
        if not url.lower().startswith(("http://", "https://")) or not urlsplit(url).netloc:
            continue
        kind = record.fields.get("warc-type")
        if kind == "response":
            content_type, body = _http(record.block)
        elif kind == "resource":
            content_type, body = record.fields.get("content-type", ""), record.block
        else:
            continue
        if body and (not content_type or content_type.lower().startswith(_HTML)):
            yield Response(url, content_type, body)


def records(stream: IO[bytes]) -> Iterator[WarcRecord]:
    """Records of a WARC file that is already unpacked."""
    while version := stream.readline(256):
        if not version.strip():
            continue
        if not version.startswith(b"WARC/"):
            raise ValueError(f"expected a record to begin with 'WARC/', found {version[:20]!r}")
        lines = []
        while (line := stream.readline(1 << 16)).strip():
            lines.append(line)
        fields = _fields(lines)
        length = max(0, int(fields.get("content-length", "0")))
        block = stream.read(min(length, _MOST_BYTES))
        for skipped in range(length - len(block), 0, -(1 << 20)):
            stream.read(min(skipped, 1 << 20))
        yield WarcRecord(fields, block)


def _fields(lines: list[bytes]) -> dict[str, str]:
    out: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode("utf-8", "replace").partition(":")
        out[name.strip().lower()] = value.strip()
    return out


def _http(block: bytes) -> tuple[str, bytes]:
    """(content type, body) of a response as it went over the wire."""
    blank = b"\r\n\r\n" if b"\r\n\r\n" in block else b"\n\n"
    head, _, body = block.partition(blank)
    fields = _fields(head.splitlines()[1:])
    if "chunked" in fields.get("transfer-encoding", "").lower():
        body = _dechunked(body)
    coding = fields.get("content-encoding", "").lower()
    if coding in ("gzip", "x-gzip", "deflate"):
        body = _inflated(body)
    return fields.get("content-type", ""), body


def _dechunked(body: bytes) -> bytes:
    """The chunks put together; a body that is none, because the archiver did it, as it is."""
    out: list[bytes] = []
    at = 0
    while (end := body.find(b"\n", at)) >= 0:
        try:
            size = int(body[at:end].split(b";")[0], 16)
        except ValueError:
            return body if not out else b"".join(out)
        if size <= 0:
            break
        out.append(body[end + 1 : end + 1 + size])
        at = end + 1 + size
        at += 2 if body[at : at + 2] == b"\r\n" else 1
    return b"".join(out) if out or end >= 0 else body


def _inflated(body: bytes) -> bytes:
    """Unpacked as far as it goes; a body that is not packed, because the archiver did it, as is."""
    for window in (47, -15):  # gzip or zlib by their headers, else raw deflate
        unpacker = zlib.decompressobj(window)
        try:
            return unpacker.decompress(body, _MOST_BYTES)
        except zlib.error:
            continue
    return body
