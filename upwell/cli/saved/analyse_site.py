"""Readings of one site's saved pages: all at once, or learned first and read again, or streamed.

What is held does not grow with the site: of a small one all trees, of a large one the learned
state, one page, and of a stream 16 bytes a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import xxhash

from upwell.models.pages.came_back import without_page
from upwell.models.site import Reading, Site, observe
from upwell.models.site import SavedPage as ParsedPage
from upwell.models.site import analyse as analyse_at_once
from upwell.models.site.reading import UNKNOWN
from upwell.models.text import terms
from upwell.models.tree.parse import Engine
from upwell.streams.archive import SavedPage, SavedSite

from ..output import line as written
from .files import OK, Counting, outcome, tree_of

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Manner:
    """How pages are read."""

    entity: bool = False
    engine: Engine = "lxml"
    why: bool = False  # lines say how each page was read
    # A site of more is not held: trees take 25 times what their pages do, 600 MB here.
    most_pages: int = 1_000
    most_bytes: int = 24 << 20


def together(site: SavedSite, manner: Manner, counted: Counting) -> Iterator[Line]:
    """Lines of a site after all of its pages were learned from.

    A large site is learned page by page, as a stream is, and then read from disk once more.
    """
    stored: list[SavedPage] = []
    parsed: list[ParsedPage] = []
    n_bytes = 0
    for page in counted(site.pages):
        n_bytes += len(page.body)
        if len(parsed) == manner.most_pages or n_bytes > manner.most_bytes:
            del stored, parsed
            yield from _learned_then_read(site, manner, counted)
            return
        stored.append(page._replace(body=b"", outcome=outcome(page)))  # the tree is enough
        if stored[-1].outcome == OK:
            parsed.append(_parsed(page, manner))
    readings = iter(zip(parsed, analyse_at_once(parsed, manner.entity), strict=True))
    for page in stored:
        yield _line(
            manner, site.name, page, *(next(readings) if page.outcome == OK else (None, None))
        )


def _learned_then_read(site: SavedSite, manner: Manner, counted: Counting) -> Iterator[Line]:
    learner = Site()
    for page in counted.anew("learning from")(site.pages):
        if outcome(page) == OK:
            saved = _parsed(page, manner)
            observation = observe(saved.tree, saved.name, saved.query)
            learner.state.fold(learner.state.with_vote(observation, saved.tree))
    model = learner.publish()
    for page in counted.anew("reading")(site.pages):
        kept = page._replace(body=b"", outcome=outcome(page))
        if kept.outcome != OK or model is None:
            yield _line(manner, site.name, kept)
            continue
        saved = _parsed(page, manner)
        observation = observe(saved.tree, saved.name, saved.query)
        reading = model.read_tree(saved.tree, observation, manner.entity)
        yield _line(manner, site.name, kept, saved, reading)


def streamed(site: SavedSite, manner: Manner, counted: Counting) -> Iterator[Line]:
    """Page by page; at the end every page whose reading or cluster changed, once more."""
    learner = Site()
    told: list[bytes] = []
    for page in counted(site.pages):
        kept = page._replace(body=b"", outcome=outcome(page))
        if kept.outcome != OK:
            yield _line(manner, site.name, kept)
            continue
        saved = _parsed(page, manner)
        reading = learner.observe_tree(saved.tree, saved.name, saved.query)
        line = _line(manner, site.name, kept, saved, reading)
        told.append(_digest(line))
        yield line
    model = learner.publish()
    if model is None:
        return
    before = iter(told)
    for page in counted.anew("reading again")(site.pages):
        if outcome(page) == OK:
            saved = _parsed(page, manner)
            reading = model.read_tree(saved.tree, observe(saved.tree, saved.name, saved.query))
            line = _line(manner, site.name, page, saved, reading)
            if _digest(line) != next(before, b""):
                yield line


def _digest(line: Line) -> bytes:
    return xxhash.xxh3_128_digest(written(line).encode("utf-8", "replace"))


def _parsed(page: SavedPage, manner: Manner) -> ParsedPage:
    name = page.file.encode("utf-8", "backslashreplace").decode()  # any bytes may be a name
    return ParsedPage(name, tree_of(page, manner.engine), page.query)


def _line(
    manner: Manner,
    site: str,
    page: SavedPage,
    saved: ParsedPage | None = None,
    reading: Reading | None = None,
) -> Line:
    """Every key is on every line; of a file that says nothing there is no cluster."""
    if saved is not None and reading is not None:
        tree = saved.tree
        n_terms = len(terms(tree.visible(0, tree.n), tree.language or "en"))
        told = reading.line(manner.why, site=site, file=page.file, nodes=tree.n, terms=n_terms)
        return told | {"url": page.url}
    came_back = without_page(page.outcome)
    why = {"route": "none", "why": {}} if manner.why else {}
    return {
        "site": site,
        "file": page.file,
        "nodes": 0,
        "terms": 0,
        "url": page.url,
        "cluster": UNKNOWN,
        "cluster_rank": 0,
        "empty": came_back == "no_match",
        "pagelets": [],
        "objects": [],
        "blocks": [],
        "similarity": None,
        "outcome": page.outcome,
        "came_back": came_back,
        "doubtful": False,
        **why,
    }
