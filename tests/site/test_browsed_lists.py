"""Lists that nobody asked for, on a site whose answers follow the query and these do not."""

from __future__ import annotations

from random import Random

import pytest

from upwell.models.pagelets import PageletModel
from upwell.models.pagelets.content.rotating import ROTATES, SELDOM
from upwell.models.pagelets.content.text_weights import text_weights
from upwell.models.site import Site
from upwell.models.tree.parse import parse

WORDS = "amber birch cobalt dune elder fern garnet heath iris juniper kelp lotus maple".split()
HOST = "http://one.example"
LISTS = {
    "table": "<table class=report>{}</table>|<tr><td><a href=/{n}>{name}</a><td>open<td>{n}</tr>",
    "items": "<ul class=all>{}</ul>|<li><a href=/{n}>{name}</a> open since {n}</li>",
    "cards": "<section>{}</section>|<article><h3><a href=/{n}>{name}</a></h3><p>in {n}</article>",
}


def records(draw: Random, n: int, word: str = "") -> list[dict[str, object]]:
    names = (f"{word} {draw.choice(WORDS)} {draw.randrange(10**6)}".strip() for _ in range(n))
    return [{"name": name, "n": draw.randrange(10**6)} for name in names]


def page(main: str) -> bytes:
    head = "<form action=/s><input name=q></form><a href=/>Home</a> <a href=/report>Report</a>"
    return f"<body><div id=head>{head}</div><div id=main>{main}</div>All rights reserved".encode()


def answer(word: str, n: int) -> bytes:
    hits = "".join(
        "<dt><a href=/{n}>{name}</a><dd>a note on {name}".format(**one)
        for one in records(Random(word), n, word)
    )
    return page(f"<h1>Found</h1><dl>{hits}</dl>" if n else "<p>Nothing was found here")


def report(make: str, seed: int) -> bytes:
    outer, _, row = LISTS[make].partition("|")
    draw = Random(seed)
    return page(outer.format("".join(row.format(**one) for one in records(draw, 20))))


@pytest.mark.parametrize("make", LISTS)
def test_a_list_behind_the_menu_stays_one_when_questions_lead_to_it_as_well(make: str) -> None:
    """Some answers lead on to the report: it holds nothing of what was asked, and need not."""
    site = Site()
    for i in range(26):
        word = f"{WORDS[i % 13]}{i}"
        site.observe(answer(word, 6 + i % 5), f"{HOST}/s?q={word}", word)
        if i % 2 == 0:
            site.observe(report(make, 100 + i), f"{HOST}/report?of={word}", word)
    for i in range(3):
        site.observe(answer(f"zq{i}", 0), f"{HOST}/s?q=zq{i}", f"zq{i}", nonsense=True)
    for i in range(6):
        site.observe(report(make, i), f"{HOST}/report?page={i}")
    model = site.publish()
    assert model is not None
    counts = [len(model.read(report(make, i), f"{HOST}/report?page={i}").objects) for i in range(6)]
    assert [20] * 6 == counts
    word = "otter"
    assert 7 == len(model.read(answer(word, 7), f"{HOST}/s?q={word}", word).objects)


def test_what_few_answers_have_is_silent_beside_a_question_alone() -> None:
    """A box that stands beside most answers is none of any page; a list on few is its own."""
    tree = parse(report("items", 1), url=HOST)
    nodes = tree.tagged("li")
    inside = slice(nodes[0], int(tree.end[nodes[-1]]))
    items = {int(tree.place[node]) for node in nodes}
    for flags, silent in ((ROTATES, True), (ROTATES | SELDOM, False)):
        model = PageletModel(n_pages=40, places=dict.fromkeys(items, flags))
        assert silent == (text_weights(tree, model)[inside].max() <= 0)
        assert text_weights(tree, model, "otter")[inside].max() <= 0
