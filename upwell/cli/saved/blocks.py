"""`upwell blocks`: the informative structure of saved pages (WISDOM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
import typer

from upwell.errors import UsageError
from upwell.models.blocks.informative import Block, BlockParams, SitePage, informative_blocks
from upwell.models.blocks.skeleton import Branch, skeleton
from upwell.models.site import SavedPage as ParsedPage
from upwell.models.site import analyse
from upwell.streams.archive import SavedSite

from ..output import Out
from .files import OK, Counting, Paths, outcome, sites_of, tree_of, write_pages


def blocks(
    paths: Paths,
    output: Out = None,
    method: Annotated[
        Literal["evidence", "stream", "wisdom"],
        typer.Option(
            help="Evidence of blocks; what a crawl reads of pages that nobody asked for; or the"
            " paper's term entropy and k-MIB."
        ),
    ] = "evidence",
    as_tree: Annotated[
        bool, typer.Option("--tree", help="Add where the blocks branch: nested nodes of the page.")
    ] = False,
) -> None:
    """Find articles and tables of contents of saved pages.

    Compares the pages of each site with each other. Writes one JSON object a page. With --tree a
    line also has `tree`: the smallest tree of the page's nodes that has every block, each node with
    its `xpath`, the `type` of its block or null, and its `children`.

    Example: upwell blocks news-site/ -o blocks.jsonl
    """
    if as_tree and method == "stream":
        raise UsageError("--tree needs --method evidence or wisdom: readings name no nodes")
    reading = Counting("reading")

    def lines() -> Iterator[dict[str, Any]]:
        for site in sites_of(paths):
            held = site._replace(pages=reading(site.pages))
            yield from (
                _as_crawled(held)
                if method == "stream"
                else _lines(held, BlockParams(method=method), as_tree)
            )

    write_pages(output, lines())


def _lines(site: SavedSite, params: BlockParams, as_tree: bool) -> Iterator[dict[str, Any]]:
    stored = [(page.file, outcome(page), page) for page in site.pages]
    read = [
        SitePage(tree_of(page), page.body, page.url or "") for _, how, page in stored if how == OK
    ]
    found = zip(read, informative_blocks(read, params) if read else [], strict=True)
    for file, how, _ in stored:
        page, blocks = next(found) if how == OK else (None, [])
        told = _block_lines(page, blocks) if page else []
        shape = {"tree": _nested(page, skeleton(page.tree, blocks)) if page else None}
        line = {"site": site.name, "file": file, "blocks": told, "outcome": how}
        yield line | shape if as_tree else line


def _nested(page: SitePage, branch: Branch | None) -> dict[str, Any] | None:
    if branch is None:
        return None
    children = [_nested(page, child) for child in branch.children]
    return {"xpath": page.tree.xpath(branch.node), "type": branch.type, "children": children}


def _as_crawled(site: SavedSite) -> Iterator[dict[str, Any]]:
    """The blocks of readings, which also say how sure it is that a table's links lead on."""
    stored = [(page.file, outcome(page), page) for page in site.pages]
    parsed = [ParsedPage(file, tree_of(page)) for file, how, page in stored if how == OK]
    found = iter(analyse(parsed))
    for file, how, _ in stored:
        blocks = next(found).blocks if how == OK else []
        told = [msgspec.to_builtins(block) for block in blocks]
        yield {"site": site.name, "file": file, "blocks": told, "outcome": how}


def _block_lines(page: SitePage, found: Sequence[Block]) -> list[dict[str, Any]]:
    return [
        {
            "type": block.type,
            "xpaths": [page.tree.xpath(node) for node in block.nodes],
            "text": block.text,
            "links": list(block.links),
        }
        for block in found
    ]
