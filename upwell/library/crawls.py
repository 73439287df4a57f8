"""`upwell.crawl`: a crawl as an asynchronous iterator of what happens to objects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from upwell.cli.crawls.crawl import ordered
from upwell.cli.views.change_lines import Wanted, change_lines
from upwell.cli.views.objects import standing_objects
from upwell.crawling import Order, forget
from upwell.crawling import crawl as run_crawl
from upwell.progress import Progress
from upwell.streams.log.open import open_log
from upwell.streams.topics import CHANGES

from .objects import Objects

LOOK_S = 0.2  # between two looks at what happened


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """What happened to one object; `(id, version)` names it, and versions count up."""

    event: str  # new, changed, corrected, withdrawn, gone ...
    id: str
    version: int
    site: str
    url: str | None  # the object's own page
    at: float  # seconds since the epoch
    text: str
    fields: dict[str, dict[str, Any]]  # what differs: name -> before, after
    evidence: dict[str, Any]  # where it was seen


class Crawl(AbstractAsyncContextManager["Crawl"]):
    """A crawl that runs while it is iterated over; see `crawl`."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._changes: AsyncGenerator[ObjectChange, None] | None = None

    def __aiter__(self) -> AsyncGenerator[ObjectChange, None]:
        """Start it, and tell what happens until it ends; leaving the loop stops it safely."""
        self._changes = self._run()
        return self._changes

    async def __aexit__(self, *_: object) -> None:
        """Stop at once, with everything that was fetched kept."""
        if self._changes is not None:
            await self._changes.aclose()

    async def run(self) -> Objects:
        """Crawl to the end; the objects as they then stand."""
        async for _ in self:
            pass
        found = [await standing_objects(self._order.broker_url, s) for s in self._order.settings]
        return Objects([line for lines in found for line in lines])

    def table(self) -> Objects:
        """Crawl to the end, from a program without an event loop or from a notebook."""
        interrupt: Callable[[], object] = lambda: None  # noqa: E731

        async def run() -> Objects:
            nonlocal interrupt
            task, loop = asyncio.current_task(), asyncio.get_running_loop()
            assert task is not None
            interrupt = partial(loop.call_soon_threadsafe, task.cancel)
            return await self.run()

        with ThreadPoolExecutor(1, "upwell-crawl") as pool:
            done = pool.submit(lambda: asyncio.run(run()))
            try:
                return done.result()
            except KeyboardInterrupt:
                interrupt()
                raise

    async def _run(self) -> AsyncGenerator[ObjectChange, None]:
        stop, failures = asyncio.Event(), list[BaseException]()

        def fail(where: str, error: BaseException) -> None:
            failures.append(error)
            stop.set()

        order = self._order
        if order.fresh:
            forget(order)
            order = self._order = replace(order, fresh=False)
        order.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        progress, url = Progress(Console(quiet=True)), order.broker_url
        log = open_log(url)
        await log.open()
        crawling: asyncio.Task[Any] | None = None
        try:
            start = await log.ends(CHANGES)
            crawling = asyncio.create_task(run_crawl(order, progress, stop, fail))
            ended = False
            while not ended:
                ended = crawling.done()
                async for line in change_lines(url, order.directory, Wanted(), start=start):
                    yield _change_of(line)
                if not ended:
                    await asyncio.wait({crawling}, timeout=LOOK_S)
            crawling.result()
            if failures:
                raise failures[0]
        finally:
            stop.set()
            if crawling is not None:
                await asyncio.gather(crawling, return_exceptions=True)
            await log.close()


def crawl(
    url: str | Sequence[str],
    *,
    directory: Path | str | None = None,
    watch: bool = False,
    fresh: bool = False,
    queries: Sequence[str] = (),
    contact: str | None = None,
    allow: Sequence[str] = (),
    max_pages: int | None = None,
    delay: float | None = None,
    **settings: Any,
) -> Crawl:
    """Turn the database behind a search form into objects, as `upwell crawl` does.

    Parameters
    ----------
    url
        Pages with a search form.
    directory
        Where the log and the tables live; a crawl that is there goes on. By default the setting
        `dir`, `./upwell-data`.
    watch
        Go on and revisit when all is found, until the loop is left.
    fresh
        Forget an earlier crawl in the directory.
    queries
        Asked beside what the crawl chooses.
    contact, allow, max_pages, delay, settings
        Settings by name, as `upwell config` lists them; what is not given comes from `UPWELL_*`
        variables and `upwell.toml`.

    Examples
    --------
    ```
    async for change in upwell.crawl("https://library.example/", contact="me@example.org"):
        print(change.event, change.text)

    upwell.crawl("https://library.example/", contact="me@example.org").table().to_pandas()
    ```

    A loop that is left stops the crawl when its iterator is closed; `async with` does so at once.
    """
    flags: dict[str, Any] = {
        "dir": Path(directory) if directory is not None else None,
        "watch": watch or None,
        "contact": contact,
        "allow": list(allow) or None,
        "max_pages": max_pages,
        "delay": delay,
        **settings,
    }
    urls = [url] if isinstance(url, str) else list(url)
    return Crawl(ordered(urls, flags, None, None, fresh, list(queries)))


def _change_of(line: dict[str, Any]) -> ObjectChange:
    return ObjectChange(**{name: line[name] for name in ObjectChange.__slots__})
