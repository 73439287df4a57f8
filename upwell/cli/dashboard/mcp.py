"""`upwell mcp`: sites as typed tools for assistants, over the Model Context Protocol."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upwell.config import resolve
from upwell.dashboard.objects.asking import ask
from upwell.dashboard.objects.read_model import ReadModel
from upwell.dashboard.ring.ring import Ring
from upwell.dashboard.room import Room
from upwell.dashboard.views.changes import changes
from upwell.dashboard.views.sites import sites
from upwell.dashboard.web.arguments import Arguments, BadRequest, NotFound
from upwell.errors import ConfigError

from ..broker import Broker, Dir, broker_url, connected
from ..views.columns.site_columns import site_columns
from ..views.objects import newest_model, standing_objects
from ..views.schema import schema_of

if TYPE_CHECKING:
    from mcp.server import MCPServer


def mcp(directory: Dir = None, broker: Broker = None) -> None:
    """Answer an assistant about sites as typed tables, on stdin and stdout.

    Speaks the Model Context Protocol, with the tools sites, schema, ask and changes. Answers come
    from what the crawl knows, each value with its page and its age; the sites are not asked.
    Needs the extra: pip install 'upwell[mcp]'.

    Example: upwell mcp -d books
    """
    url = broker_url(directory, broker, must_exist=True)
    folder = Path(resolve({"dir": directory})["dir"].value)
    asyncio.run(_serve(url, folder))


async def _serve(url: str, folder: Path) -> None:
    async with connected(url) as log:
        ring, objects = Ring(log), ReadModel(folder)
        following = asyncio.create_task(ring.follow())
        try:
            await tools(Room(log, ring, objects), url).run_stdio_async()
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
            objects.close()


def tools(room: Room, url: str) -> MCPServer[Any]:
    """The tools, over a room; `url` is its log's."""
    try:
        from mcp.server import MCPServer
    except ImportError as error:
        raise ConfigError("mcp is not installed: pip install 'upwell[mcp]'") from error
    server: MCPServer[Any] = MCPServer("upwell", log_level="ERROR")

    @server.tool(name="sites")
    async def list_sites() -> dict[str, Any]:
        """The sites that are crawled: where each stands, why, and how many objects it has."""
        found = await _answered(sites(room, Arguments({}, {})))
        kept = ("site", "url", "phase", "reason", "objects", "template")
        return {"sites": [{name: one[name] for name in kept} for one in found["sites"]]}

    @server.tool()
    async def schema(site: str) -> dict[str, Any]:
        """The JSON Schema of a site's objects: its columns, their types and examples."""
        lines = await standing_objects(url, site)
        if not lines:
            raise ValueError(f"no object of {site} has been read yet")
        columns = site_columns(lines, await newest_model(url, lines[0]["site"]))
        return schema_of(lines[0]["site"], columns, len(lines))

    @server.tool(name="ask")
    async def ask_site(
        site: str, query: str = "", where: str = "", max_age: float = 86_400.0, limit: int = 20
    ) -> dict[str, Any]:
        """Objects of a site that have the words of the query, each value with its page and age.

        `where` filters by columns, as in `price < 100 and title contains "cello"`. `fresh` tells
        whether the site itself answered this very query within `max_age` seconds.
        """
        given = {"query": query, "where": where, "max_age": str(max_age), "limit": str(limit)}
        return await _answered(ask(room, Arguments({"site": site}, given)))

    @server.tool(name="changes")
    async def list_changes(
        site: str = "", event: str = "any", cursor: str = "", limit: int = 20
    ) -> dict[str, Any]:
        """What happened to objects, the newest first: new, changed, corrected, withdrawn, gone."""
        given = {"site": site, "event": event, "cursor": cursor, "limit": str(limit)}
        found = await _answered(changes(room, Arguments({}, given)))
        return {"changes": found["changes"], "next": found["next"]}

    return server


async def _answered(answer: Any) -> dict[str, Any]:
    """The answer of a view; its refusal becomes the tool's error."""
    try:
        found: dict[str, Any] = await answer
    except (NotFound, BadRequest) as error:
        raise ValueError(str(error)) from error
    return found
