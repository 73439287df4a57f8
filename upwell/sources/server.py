"""A bundled source as a running server, on the loopback address only."""

from __future__ import annotations

from types import TracebackType

from aiohttp import web

from upwell.errors import ConfigError

from .catalogue import Catalogue
from .site import Site
from .truth import Truth

ADDRESS = "127.0.0.1"
NAMES = ("catalogue",)


class Source:
    """A source that answers at `url`; its `truth` is for whoever runs it in-process."""

    def __init__(self, name: str, url: str, site: Site, runner: web.AppRunner) -> None:
        self.name = name
        self.url = url
        self.truth = Truth(site.catalogue)
        self._site = site
        self._runner = runner

    @property
    def visits(self) -> int:
        """Requests so far, robots.txt and failures included."""
        return self._site.visits

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
) -> Source:
    """Start a source in the running loop; port 0 takes a free one.

    `frozen` is that of `Site`.

    Raises
    ------
    ConfigError
        There is no source of that name, or the port is taken.
    """
    if name not in NAMES:
        raise ConfigError(f"no source is called {name!r}; there are: {', '.join(NAMES)}")
    site = Site(Catalogue(seed, size), frozen=frozen)
    runner = web.AppRunner(site.app(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, ADDRESS, port).start()
    except OSError as error:
        await runner.cleanup()
        raise ConfigError(f"cannot listen on {ADDRESS}:{port}: {error.strerror}") from error
    bound = runner.addresses[0][1]
    return Source(name, f"http://{ADDRESS}:{bound}/", site, runner)
