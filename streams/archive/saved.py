"""Saved pages, whatever they were saved in (DESIGN 6.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from upwell.errors import ConfigError

from .folder import SavedPage, pages_of, site_folders
from .tar import unpack_tar
from .warc import unpack_warc

_TARS = (".tar", ".tar.xz", ".txz", ".tar.gz", ".tgz", ".tar.bz2")
_WARCS = (".warc", ".warc.gz")


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
    """Sites of a folder of pages, a folder of sites, a tar of either, or a WARC file.

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
    if not path.exists():
        raise ConfigError(f"{path} does not exist; expected a folder, a .tar.xz or a .warc.gz")
    if path.is_dir():
        return _sites_of(path.resolve(), str(path), tell)
    if path.name.lower().endswith(_TARS + _WARCS):
        return _sites_of_archive(path, tell)
    raise ConfigError(f"{path} is neither a folder nor named .tar.xz or .warc.gz")


def _sites_of(folder: Path, named: str, tell: Callable[[str], object]) -> Iterator[SavedSite]:
    sites = site_folders(folder, tell)
    if not sites:
        raise ConfigError(f"{named} holds no *.html file, neither directly nor in a pages/ folder")
    return (SavedSite(name, _Pages(pages, tell)) for name, pages in sites)


def _sites_of_archive(path: Path, tell: Callable[[str], object]) -> Iterator[SavedSite]:
    holder = TemporaryDirectory(prefix="upwell-archive-")
    try:
        # without the suffixes: the name of the site if the archive is one
        folder = Path(holder.name) / (path.name.split(".")[0] or "archive")
        folder.mkdir()
        unpack = unpack_warc if path.name.lower().endswith(_WARCS) else unpack_tar
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
