"""Pages in a WARC file (ISO 28500): its responses that are HTML."""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import brotli
from fastwarc.warc import ArchiveIterator, WarcRecordType

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

WARCS = (".warc", ".warc.gz")
_MOST_BYTES = 64 << 20  # of one record, and of one body unpacked: no page is longer
QUERY = "Upwell-Query"  # field of a record: the query that the page answers
_HTML = ("text/html", "application/xhtml+xml")


class BrokenError(ValueError):
    """The archive cannot be read from here on."""


class Response(NamedTuple):
    """A page of the archive."""

    url: str
    content_type: str
    body: bytes
    query: str | None = None


def unpack_warc(path: Path, folder: Path) -> str | None:
    """Write the pages below a folder, a site an authority; files are numbered as they come.

    Returns why the archive could not be read to its end; None if it could.
    """
    try:
        for number, page in zip(count(1), responses(path), strict=False):
            site = folder / _folder_name(page.url)
            pages = site / "pages"
            pages.mkdir(parents=True, exist_ok=True)
            name = f"{number:07}.html"
            (pages / name).write_bytes(page.body)
            line = {"file": name, "url": page.url, "content_type": page.content_type}
            if page.query is not None:
                line["query"] = page.query
            with (site / "pages.jsonl").open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
    except BrokenError as error:
        return f"not a WARC file, or a damaged one: {error}"
    return None


def _folder_name(url: str) -> str:
    name = quote(urlsplit(url).netloc.lower(), safe=":[]")[:200]
    return name if name.strip(".") else "unnamed"  # not the folder itself, not the one above


def responses(path: Path) -> Iterator[Response]:
    """HTML pages of http(s) URLs with a body, in order; whatever their status."""
    for kind, url, content_type, block, query in _records(path):
        if not url.lower().startswith(("http://", "https://")) or not _authority(url):
            continue
        body = block
        if kind == WarcRecordType.response:
            content_type, body = _http(block)
        if body and (not content_type or content_type.lower().startswith(_HTML)):
            yield Response(url, content_type, body, query)


def _records(path: Path) -> Iterator[tuple[int, str, str, bytes, str | None]]:
    """Type, URL, content type, block and query of each response and resource."""
    asked = WarcRecordType.response | WarcRecordType.resource
    with path.open("rb") as stream:
        begin = stream.read(5)
        stream.seek(0)
        if begin and begin != b"WARC/" and not begin.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
            raise BrokenError(f"expected a record to begin with 'WARC/', found {begin!r}")
        try:
            for record in ArchiveIterator(stream, parse_http=False):
                if record.record_type == WarcRecordType.no_type:
                    raise BrokenError("a record without a type")
                length = record.content_length
                if not record.record_type & asked:
                    continue
                block = record.reader.read(min(length, _MOST_BYTES))
                if len(block) < min(length, _MOST_BYTES):
                    raise BrokenError("the last record is cut off")
                head = record.headers
                url = (head.get("WARC-Target-URI") or "").strip("<>")
                content_type, query = head.get("Content-Type") or "", head.get(QUERY)
                yield int(record.record_type), url, content_type, block, query
        except OSError as error:
            raise BrokenError(str(error)) from error


def _authority(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


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
    for coding in reversed(fields.get("content-encoding", "").lower().split(",")):
        body = _decoded(body, coding.strip())
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


def _decoded(body: bytes, coding: str) -> bytes:
    """One content encoding taken off; a body without it, because the archiver did it, as it is."""
    try:
        if coding in ("gzip", "x-gzip", "deflate"):
            return _inflated(body)
        if coding == "br":
            unpacked: bytes = brotli.Decompressor().process(body, output_buffer_limit=_MOST_BYTES)
            return unpacked
        if coding == "zstd":
            return zstd.ZstdDecompressor().decompress(body, _MOST_BYTES)
    except (brotli.error, zstd.ZstdError):
        pass
    return body


def _inflated(body: bytes) -> bytes:
    """Unpacked as far as it goes; a body that is not packed, because the archiver did it, as is."""
    for window in (47, -15):  # gzip or zlib by their headers, else raw deflate
        unpacker = zlib.decompressobj(window)
        try:
            return unpacker.decompress(body, _MOST_BYTES)
        except zlib.error:
            continue
    return body
