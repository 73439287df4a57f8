"""`upwell dedup`: which URL arguments matter (ENT 6)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from upwell.errors import ConfigError
from upwell.models.urls.arguments.deduplication import AnswerPage
from upwell.models.urls.arguments.deduplication import dedup as dedup_pages
from upwell.models.urls.arguments.relevance import PrevalenceParams

from ..output import Out, read_lines, write_lines


def dedup(
    urls: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help='JSON lines {"page": url, "query": text|null, "links": [urls]}.'
        ),
    ],
    output: Out = None,
    prevalence: Annotated[
        Literal["shared", "paper"],
        typer.Option(help="How arguments are judged: shared values, or ENT's threshold of .1."),
    ] = "shared",
) -> None:
    """Tell which URL arguments change an answer.

    Writes a line an argument (argument, prevalence, relevant), then a line a URL (url, class,
    keep): of every class of equal URLs one is kept.

    Example: upwell dedup answer-pages.jsonl -o classes.jsonl
    """

    def pages() -> Iterator[AnswerPage]:
        for number, line in read_lines(urls):
            page, query, links = line.get("page"), line.get("query"), line.get("links")
            if not isinstance(page, str) or not isinstance(links, list):
                raise ConfigError(
                    f'{urls}, line {number}: expected "page", a URL, and "links", a list of URLs'
                )
            asked = query if query is None else str(query)
            yield AnswerPage(page, asked, [link for link in links if isinstance(link, str)])

    result = dedup_pages(
        pages(), PrevalenceParams(method="paper" if prevalence == "paper" else "values")
    )

    def lines() -> Iterator[dict[str, Any]]:
        for verdict in result.arguments:
            yield {
                "argument": verdict.argument,
                "prevalence": round(verdict.prevalence, 6),
                "relevant": verdict.relevant,
            }
        for found in result.urls:
            yield {"url": found.url, "class": found.url_class, "keep": found.keep}

    write_lines(output, lines())
