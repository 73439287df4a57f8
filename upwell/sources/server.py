"""A source on the loopback address, in-process."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from aiohttp import web

from upwell.errors import ConfigError

from .families import FAMILIES
from .family import Family
from .site import Course, Site
from .starting import pages_of
from .traffic import Conduct
from .truth import Truth
from .ways import Door, way_of

ADDRESS = "127.0.0.1"
NAMES = tuple(FAMILIES)


class Source:
    """A source that answers at `url`; its `truth` is for whoever runs it in-process."""

    def __init__(self, name: str, url: str, site: Site, runner: web.AppRunner) -> None:
        self.name = name
        self.url = url
        self.site = site
        self.truth = Truth(site, url)
        self._runner = runner

    @property
    def visits(self) -> int:
        """Requests so far, robots.txt and failures included."""
        return self.site.visits

    async def close(self) -> None:
        """Stop answering."""
        await self._runner.cleanup()

    async def __aenter__(self) -> Source:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


async def serve(
    name: str = "catalogue",
    port: int = 0,
    seed: int = 1,
    size: int = 2000,
    *,
    frozen: bool = False,
    conduct: Conduct | None = None,
    course: Course | None = None,
    traps: bool = False,
    way: str = "",
    clock: Callable[[], float] = time.monotonic,
) -> Source:
    """Start a source in the running loop; port 0 takes a free one.

    `frozen`, `conduct`, `course` and `clock` are those of `Site`; with `traps` it has a calendar
    and a facet that never end.

    Raises
    ------
    ConfigError
        There is no source of that name, or the port is taken.
    """
    family, door = family_of(name), Door
    if way:
        chosen = way_of(way)
        family, door = chosen.over(family), chosen.door
    pages = pages_of(family, seed, size, traps)
    site = Site(pages, seed, frozen=frozen, conduct=conduct, course=course, way=door, clock=clock)
    return await serving(site, port)


async def serving(site: Site, port: int = 0) -> Source:
    """Let a site answer in the running loop.

    Raises
    ------
    ConfigError
        The port is taken.
    """
    runner = web.AppRunner(site.app(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, ADDRESS, port).start()
    except OSError as error:
        await runner.cleanup()
        raise ConfigError(f"cannot listen on {ADDRESS}:{port}: {error.strerror}") from error
    bound = runner.addresses[0][1]
    return Source(site.pages.family.name, f"http://{ADDRESS}:{bound}/", site, runner)


def family_of(name: str) -> Family:
    """A family by its name.

    Raises
    ------
    ConfigError
        There is none.
    """
    if name not in FAMILIES:
        raise ConfigError(f"no source is called {name!r}; there are: {', '.join(NAMES)}")
    return FAMILIES[name]
