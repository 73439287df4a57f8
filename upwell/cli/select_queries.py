"""`upwell select-queries`: the thesis's experiments on a collection of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from upwell.errors import ConfigError, UsageError
from upwell.models.queries.experiment.run import experiment

from .output import read_lines, write_lines


def select_queries(
    documents: Annotated[Path, typer.Argument(metavar="FILE", help='JSON lines {"id", "text"}.')],
    method: Annotated[
        Literal["random", "popular", "cluster", "packing", "cover", "adaptive"],
        typer.Option(help="How queries are chosen."),
    ] = "adaptive",
    count: Annotated[int, typer.Option(min=1, help="Queries to ask.")] = 150,
    limit: Annotated[int, typer.Option(min=1, help="The source returns at most this many.")] = 50,
    sort: Annotated[
        Literal["none", "relevance", "rank"], typer.Option(help="The order of its answers.")
    ] = "none",
    sample: Annotated[
        int | None, typer.Option(min=1, help="Choose words from this many documents only.")
    ] = None,
    overhead: Annotated[
        float, typer.Option(min=0.0, help="Price of a query, in full answers (adaptive).")
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="Same seed, same queries.")] = 0,
    vocabulary: Annotated[int, typer.Option(min=1, help="Words in play.")] = 2000,
    band: Annotated[
        str, typer.Option(metavar="LO:HI", help="Document frequencies of words in play.")
    ] = "20:500",
    distance: Annotated[
        Literal["set", "cosine", "euclidean"], typer.Option(help="Of words (cluster, packing).")
    ] = "set",
    linkage: Annotated[
        Literal["complete", "single"], typer.Option(help="Of clusters.")
    ] = "complete",
    delta: Annotated[float, typer.Option(help="Least distance of two words (packing).")] = 0.6,
    match: Annotated[Literal["and", "or"], typer.Option(help="Queries of several words.")] = "and",
    ordered: Annotated[
        bool, typer.Option("--ordered", help="Ask a list in its own order instead of shuffled.")
    ] = False,
) -> None:
    """Choose queries for a source that returns few of many.

    The source is simulated: it holds the documents of FILE and returns at most --limit a query.
    Writes a line a query: step, query, matches, returned, new, hit_rate, overlap_rate.

    Example: upwell select-queries docs.jsonl --method adaptive --count 100 --limit 50
    """
    texts = [_text(documents, *numbered) for numbered in read_lines(documents)]
    if not texts:
        raise ConfigError(f"{documents} holds no documents; give a line a document")
    steps = experiment(
        texts,
        method=method,
        count=count,
        limit=limit,
        sort=sort,
        sample=sample,
        overhead=overhead,
        seed=seed,
        vocabulary=vocabulary,
        band=_band(band),
        distance=distance,
        linkage=linkage,
        delta=delta,
        match=match,
        ordered=ordered,
    )
    write_lines(None, (step._asdict() for step in steps))


def _text(documents: Path, number: int, line: dict[str, Any]) -> str:
    text = line.get("text")
    if not isinstance(text, str):
        raise ConfigError(f'{documents}, line {number}: expected "text", a string')
    return text


def _band(text: str) -> tuple[int, int]:
    low, _, high = text.partition(":")
    if not (low.isdigit() and high.isdigit() and int(low) <= int(high)):
        raise UsageError(f"--band {text}: expected two numbers LO:HI, as in 20:500")
    return int(low), int(high)
