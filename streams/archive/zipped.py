"""Pages in a zip archive: files as in a folder, or the WARC files of a WACZ package."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path, PurePosixPath
from shutil import copyfileobj

from .warc import WARCS, unpack_warc

_PAGES = (".html", ".htm", "pages.jsonl")
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # of a compression
    RuntimeError,  # of a password
    FileExistsError,
    NotADirectoryError,
    IsADirectoryError,
)


def unpack_zip(path: Path, folder: Path) -> str | None:
    """Write the pages and `pages.jsonl` of an archive below a folder, and nothing else of it.

    Names that lead out of the folder are passed over. Returns why the archive could not be read
    to its end; None if it could.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                name = PurePosixPath(member.filename)
                if member.is_dir() or name.is_absolute() or ".." in name.parts:
                    continue
                if member.filename.lower().endswith(_PAGES):
                    _extract(archive, member, folder.joinpath(*name.parts))
    except _BROKEN as error:
        return f"not a zip archive, or a damaged one: {error}"
    return None


def unpack_wacz(path: Path, folder: Path) -> str | None:
    """Write the pages of all WARC files in a WACZ package below a folder, a site an authority."""
    broken = []
    try:
        with zipfile.ZipFile(path) as archive:
            for number, member in enumerate(archive.infolist()):
                if not member.filename.lower().endswith(WARCS):
                    continue
                packed = folder.with_name(f"{number}.warc")
                _extract(archive, member, packed)
                if why := unpack_warc(packed, folder):
                    broken.append(f"{member.filename}: {why}")
                packed.unlink()
    except _BROKEN as error:
        return f"not a WACZ package, or a damaged one: {error}"
    return "; ".join(broken) or None


def _extract(archive: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with archive.open(member) as source, target.open("wb") as out:
            copyfileobj(source, out)
    except _BROKEN:
        target.unlink(missing_ok=True)  # a part of a page is none
        raise
