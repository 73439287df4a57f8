"""`upwell blocks`: the informative structure of saved pages (WISDOM)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import typer

from upwell.models.blocks.informative import BlockParams, SitePage, informative_blocks
from upwell.models.tree.parse import parse
from upwell.streams.archive import read_sites

from .analyse import Out, Paths
from .output import write_lines


def blocks(
    paths: Paths,
    output: Out = None,
    method: Annotated[
        Literal["evidence", "wisdom"],
        typer.Option(help="Evidence of blocks, or the paper's term entropy and k-MIB."),
    ] = "evidence",
) -> None:
    """Find articles and tables of contents, by comparing the pages of each site.

    Writes one JSON object a page.
    """
    params = BlockParams(method=method)

    def lines() -> Iterator[dict[str, Any]]:
        for path in paths:
            for site in read_sites(path):
                stored = list(site.pages)
                pages = [
                    SitePage(
                        parse(page.body, page.content_type or "", page.url or ""),
                        page.body,
                        page.url or "",
                    )
                    for page in stored
                ]
                for page, read, found in zip(
                    stored, pages, informative_blocks(pages, params), strict=True
                ):
                    yield {
                        "site": site.name,
                        "file": page.file,
                        "blocks": [
                            {
                                "type": block.type,
                                "xpaths": [read.tree.xpath(node) for node in block.nodes],
                                "text": block.text,
                                "links": list(block.links),
                            }
                            for block in found
                        ],
                    }

    write_lines(output, lines())
