"""Pages in a tar archive, compressed or not."""

from __future__ import annotations

import gzip
import lzma
import tarfile
import zlib
from pathlib import Path, PurePosixPath
from shutil import copyfileobj

TARS = (".tar", ".tar.xz", ".txz", ".tar.gz", ".tgz", ".tar.bz2")
_BROKEN = (
    tarfile.TarError,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    FileExistsError,
    gzip.BadGzipFile,
)


def unpack_tar(path: Path, folder: Path) -> str | None:
    """Write the pages and `pages.jsonl` of an archive below a folder, and nothing else of it.

    Links, devices and names that lead out of the folder are passed over. Returns why the archive
    could not be read to its end; None if it could.
    """
    try:
        with tarfile.open(path, "r:*") as archive:
            for member in archive:
                name = PurePosixPath(member.name)
                if not member.isreg() or name.is_absolute() or ".." in name.parts:
                    continue
                if not member.name.lower().endswith((".html", ".htm", "pages.jsonl")):
                    continue
                source = archive.extractfile(member)
                assert source is not None  # a regular file has a content
                target = folder.joinpath(*name.parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                try:
                    with source, target.open("wb") as out:
                        copyfileobj(source, out)
                except _BROKEN:
                    target.unlink()  # a part of a page is none
                    raise
            if _is_cut(archive):
                return "a damaged tar archive: it ends within the head of a file"
    except _BROKEN as error:
        reason = str(error).partition("\n")[0].rstrip(":")  # else a line for each compression
        return f"not a tar archive, or a damaged one: {reason}"
    return None


def _is_cut(archive: tarfile.TarFile) -> bool:
    """Whether a piece of a block is left where no further file could be read."""
    assert archive.fileobj is not None  # it was opened to be read
    archive.fileobj.seek(archive.offset)
    return 0 < len(archive.fileobj.read(tarfile.BLOCKSIZE)) < tarfile.BLOCKSIZE
