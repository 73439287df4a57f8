"""Short answers under classes that say what their records are about."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from upwell.models.site import Site, SiteState

WORDS = "amber birch cobalt dune elder fern garnet heath iris juniper kelp lotus maple".split()
TOPICS = "harbour meadow summit glacier canyon forest lagoon prairie".split()
HOST = "http://one.example"


def rows(records: list[tuple[str, str]]) -> str:
    cells = "<tr class='post-{n} category-{topic}'><td><a href=/{n}>{word}</a><td>of {word}<td>{n}"
    return f"<table>{_printed(cells, records)}</table>"


def items(records: list[tuple[str, str]]) -> str:
    item = "<li class='hit t-{topic}' id='r{n}'><h3><a href=/{n}>{word}</a></h3><p>of {word} {n}"
    return f"<ul>{_printed(item, records)}</ul>"


def articles(records: list[tuple[str, str]]) -> str:
    article = (
        "<article class='post type-{topic} status-publish'><header><a href=/{n}>{word}</a></header>"
        "<div class=e><p>a note on {word} {n}</div></article>"
    )
    return f"<main>{_printed(article, records)}</main>"


def _printed(template: str, records: list[tuple[str, str]]) -> str:
    return "".join(
        template.format(n=abs(hash_of(word)), word=word, topic=topic) for word, topic in records
    )


def hash_of(word: str) -> int:
    return int.from_bytes(word.encode()[-6:], "big") % 9973


def answer(layout: Callable[[list[tuple[str, str]]], str], query: str, n: int) -> bytes:
    draw = Random(query)
    records = [
        (f"{query} {draw.choice(WORDS)}{i} {draw.choice(WORDS)}", draw.choice(TOPICS))
        for i in range(n)
    ]
    found = layout(records) if n else "<p>Nothing was found, try another word</p>"
    head = "<form><input name=q></form><nav><a href=/>Home</a> <a href=/about>About us</a></nav>"
    return f"<body>{head}<h1>Answers</h1>{found}<footer>All rights reserved</footer>".encode()


def learned(layout: Callable[[list[tuple[str, str]]], str]) -> Site:
    site = Site()
    for i in range(24):
        query = f"{WORDS[i % 13]}{i}"
        site.observe(answer(layout, query, 8 + i % 7), f"{HOST}/?q={query}", query)
    for i in range(4):
        site.observe(answer(layout, f"zq{i}", 0), f"{HOST}/?q=zq{i}", f"zq{i}", nonsense=True)
    site.publish()
    return site


@pytest.mark.parametrize("layout", [rows, items, articles])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 5])
def test_a_short_answer_has_the_places_of_long_ones(
    layout: Callable[[list[tuple[str, str]]], str], n: int
) -> None:
    model = learned(layout).model
    assert model is not None
    reading = model.read(answer(layout, "otter", n), f"{HOST}/?q=otter", "otter")
    assert n == len(reading.objects)


def test_what_was_learned_of_names_survives_its_storing() -> None:
    site = learned(rows)
    state = SiteState.decode(site.state.encode())
    assert site.state.names == state.names
    assert state.names.frozen()
    assert site.state.encode() == state.encode()
