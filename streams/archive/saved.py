"""Saved pages, whatever they were saved in (DESIGN 6.2)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from shutil import copyfile, copyfileobj
from tarfile import is_tarfile
from tempfile import TemporaryDirectory
from typing import NamedTuple

from upwell.errors import ConfigError

from .folder import SavedPage, pages_of, site_folders
from .mhtml import unpack_mhtml
from .tar import TARS, unpack_tar
from .warc import WARCS, unpack_warc
from .zipped import unpack_wacz, unpack_zip

Unpack = Callable[[Path, Path], str | None]

STDIN = Path("-")
EXPECTED = "a folder, a page, a .tar.xz, .zip, .warc.gz, .wacz or .mhtml, or - for stdin"
_PAGES = (".html", ".htm", ".xhtml")


def _copy(path: Path, folder: Path) -> None:
    """Copy a single page into a folder, as a site of its own."""
    copyfile(path, folder / f"{path.name.partition('.')[0] or 'page'}.html")


_UNPACK: dict[tuple[str, ...], Unpack] = {
    TARS: unpack_tar,
    WARCS: unpack_warc,
    (".zip",): unpack_zip,
    (".wacz",): unpack_wacz,
    (".mhtml", ".mht"): unpack_mhtml,
    _PAGES: _copy,
}
# How an archive that has no name begins.
_BEGINS = {b"PK": ".zip", b"WARC/": ".warc", b"\x1f\x8b": ".warc.gz", b"\x28\xb5\x2f\xfd": ".warc"}


class SavedSite(NamedTuple):
    """A site and its pages, read from disk one by one each time they are gone through."""

    name: str
    pages: Iterable[SavedPage]


class _Pages:
    """The pages of a folder; what is wrong beside them is told once, however often it is read."""

    def __init__(self, folder: Path, tell: Callable[[str], object]) -> None:
        self._folder = folder
        self._tell = tell
        self._told: set[str] = set()

    def __iter__(self) -> Iterator[SavedPage]:
        return pages_of(self._folder, self._once)

    def _once(self, what: str) -> None:
        if what not in self._told:
            self._told.add(what)
            self._tell(what)


def _refuse(damage: str) -> None:
    raise ConfigError(damage)


def read_sites(path: Path | str, tell: Callable[[str], object] = _refuse) -> Iterator[SavedSite]:
    """Sites of a folder of pages, a folder of sites, an archive of either, or a single page.

    Sites come in byte order of their folders, pages in byte order of their names. An archive is
    unpacked to a temporary folder first, because its order is not ours; the folder lives as long
    as the iterator.

    Parameters
    ----------
    path
        What the operator named.
    tell
        Is called with a sentence for each part that cannot be read while another can; without
        it that is an error.

    Raises
    ------
    ConfigError
        If there is nothing, nothing readable, or no page in it.
    """
    path = Path(path)
    if path == STDIN:
        return _sites_of_stdin(tell)
    if not path.exists():
        raise ConfigError(f"{path} does not exist; expected {EXPECTED}")
    if path.is_dir():
        return _sites_of(path.resolve(), str(path), tell)
    if (unpack := _unpacking(path.name)) is not None:
        return _sites_of_archive(path, unpack, tell)
    raise ConfigError(
        f"{path} is neither a folder nor a kind of file that is read; expected {EXPECTED}"
    )


def _unpacking(name: str) -> Unpack | None:
    """What takes a file of this name apart."""
    return next((unpack for ends, unpack in _UNPACK.items() if name.lower().endswith(ends)), None)


def _sites_of_stdin(tell: Callable[[str], object]) -> Iterator[SavedSite]:
    """An archive or a single page, told apart by how it begins."""
    with TemporaryDirectory(prefix="upwell-stdin-") as holder:
        whole = Path(holder) / "stdin"
        with whole.open("wb") as out:
            copyfileobj(sys.stdin.buffer, out)
        with whole.open("rb") as file:
            begin = file.read(8)
        ending = next((end for first, end in _BEGINS.items() if begin.startswith(first)), ".html")
        if ending != ".zip" and is_tarfile(whole):
            ending = ".tar"
        named = whole.rename(whole.with_name(f"stdin{ending}"))
        yield from read_sites(named, tell)


def _sites_of(folder: Path, named: str, tell: Callable[[str], object]) -> Iterator[SavedSite]:
    sites = site_folders(folder, tell)
    if not sites:
        raise ConfigError(f"{named} holds no *.html file, neither directly nor in a pages/ folder")
    return (SavedSite(name, _Pages(pages, tell)) for name, pages in sites)


def _sites_of_archive(
    path: Path, unpack: Unpack, tell: Callable[[str], object]
) -> Iterator[SavedSite]:
    holder = TemporaryDirectory(prefix="upwell-archive-")
    try:
        # without the suffixes: the name of the site if the archive is one
        folder = Path(holder.name) / (path.name.split(".")[0] or "archive")
        folder.mkdir()
        broken = unpack(path, folder)
        try:
            sites = _sites_of(folder, str(path), tell)
        except ConfigError:
            nothing = broken or "there is no page in it"
            raise ConfigError(f"{path}: {nothing}") from None
        if broken:
            tell(f"{path}: {broken}; what comes before is read")
    except BaseException:
        holder.cleanup()
        raise
    return _while_held(sites, holder)


def _while_held(sites: Iterator[SavedSite], holder: TemporaryDirectory[str]) -> Iterator[SavedSite]:
    with holder:
        yield from sites
