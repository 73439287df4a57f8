"""WARC files that a crawl has written, without the pages of one site."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec
from fastwarc.warc import ArchiveIterator, WarcRecordType

from upwell.models.urls.canonical import site_of

from ..archive.warc_files import FILES, MANIFEST, Manifest, note


def forget_pages(folder: Path, site: str, pages: Collection[str] = ()) -> int:
    """Take the members of a site out of the files of a folder; returns how many there were.

    A member says its address alone: it is the site's by its host, or as one of the `pages` that the
    log has of the site on other hosts.
    """
    at = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    taken = 0
    for path in sorted(folder.glob(FILES)):
        in_hand = path.name == at.file
        if in_hand and at.length < path.stat().st_size:
            os.truncate(path, at.length)
        spans = list(_members(path))
        kept = [span for url, *span in spans if site_of(url) != site and url not in pages]
        taken += len(spans) - len(kept)
        beside = path.with_name(path.name + ".new")
        with path.open("rb") as old, beside.open("wb") as new:
            for start, end in kept:
                old.seek(start)
                new.write(old.read(end - start))
            length = new.tell()
        beside.chmod(path.stat().st_mode)
        os.replace(beside, path)
        if in_hand:
            at.length = length
    note(folder, at)
    return taken


def _members(path: Path) -> Iterator[tuple[str, int, int]]:
    """The address of each member ("": it has none), and where it stands in the file."""
    found: list[tuple[str, int]] = []
    with path.open("rb") as stream:
        for record in ArchiveIterator(
            stream, record_types=WarcRecordType.any_type, parse_http=False
        ):
            found.append((record.headers.get("WARC-Target-URI") or "", record.stream_pos))
    ends = [start for _, start in found[1:]] + [path.stat().st_size]
    for (url, start), end in zip(found, ends, strict=True):
        yield url, start, end
