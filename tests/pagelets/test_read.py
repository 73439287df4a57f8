"""Laws of reading: the answer, its objects, and nothing else."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from tests.pagelets.generated import (
    LAYOUTS,
    WORDS,
    AnswerPage,
    advertisement,
    answer,
    page,
    record,
    site,
)
from upwell.models.pagelets import PageletReading, analyse, encode_model, holder, learn, read
from upwell.models.pagelets.content.rotating import ROTATES
from upwell.models.pagelets.model import KnownList
from upwell.models.tree.parse import parse


def tokens_of(p: AnswerPage, reading: PageletReading) -> list[list[str]]:
    """Records' tokens inside each object, in page order."""
    texts = [p.tree.visible(o.start, o.stop) for o in reading.objects]
    return [[t for t in p.tokens if t in text] for text in texts]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_record_is_one_object(layout: str) -> None:
    pages = site(layout, seed=1)
    readings = analyse([(p.tree, p.query) for p in pages])
    for p, reading in zip(pages, readings, strict=True):
        assert [[t] for t in p.tokens] == tokens_of(p, reading)


@pytest.mark.parametrize("layout", ["div", "ul", "table"])
def test_a_page_read_alone_gives_its_records_too(layout: str) -> None:
    p = page(layout, 7, "wolf", Random(1))
    assert [[t] for t in p.tokens] == tokens_of(p, read(p.tree))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_known_place_gives_the_objects_that_the_search_gives(layout: str) -> None:
    pages = site(layout, seed=2, n_pages=14)
    model = learn([(p.tree, p.query) for p in pages[:10]]).publish()
    assert model.known[0].lists
    for p in pages:
        searched = read(p.tree, model, p.query, published=False)
        assert searched == read(p.tree, model, p.query, published=True)


def test_reading_changes_neither_page_nor_model() -> None:
    pages = site("ul", seed=3)
    model = learn([(p.tree, p.query) for p in pages]).publish()
    tree = pages[0].tree
    model_before, keys, words = encode_model(model), tree.key.tolist(), tree.words.tolist()
    first = read(tree, model, pages[0].query)
    assert first == read(tree, model, pages[0].query)
    assert model_before == encode_model(model)
    assert (keys, words) == (tree.key.tolist(), tree.words.tolist())


@pytest.mark.parametrize("layout", ["div", "ul", "table", "dl"])
def test_a_rotating_box_is_not_the_answer_when_the_query_is_known(layout: str) -> None:
    pages = site(layout, seed=5, n_pages=24, ads=True)
    model = learn([(p.tree, p.query) for p in pages]).publish()
    assert any(flag & ROTATES for flag in model.places.values())
    for p in pages:
        reading = read(p.tree, model, p.query)
        assert [[t] for t in p.tokens] == tokens_of(p, reading)
        assert len(reading.pagelets) == 1


@pytest.mark.parametrize(("url", "n_pagelets"), [("/ad/7", 1), ("/help", 0)])
def test_a_box_that_rotates_is_no_frame_that_leads_to_static_pages(
    url: str, n_pagelets: int
) -> None:
    """A record among today's offers has a page of its own; what every page leads to is static."""
    pages = site("div", seed=5, n_pages=24, ads=True)
    model = learn([(p.tree, p.query) for p in pages]).publish()
    box = re.sub(r"/ad/\d+", "/ad/7", advertisement(Random(4)), count=1)
    menu = "".join(f'<li><a href="/{w}">{w}</a></li>' for w in ("home", "help", "about"))
    body = f"""<body><ul id="menu">{menu}</ul>{box}
        <div id="main"><h2>The grey kettle</h2><p>It boils and whistles over any fire.</p></div>"""
    tree = parse(body.encode(), url="http://shop.example" + url)
    assert n_pagelets == len(read(tree, model, url=tree.url).pagelets)


@pytest.mark.parametrize("layout", ["div", "ul", "table", "dl"])
@pytest.mark.parametrize("published", [True, False])
def test_a_single_match_is_read_with_the_places_of_the_others(layout: str, published: bool) -> None:
    rng = Random(9)
    pages = site(layout, seed=6)
    model = learn([(p.tree, p.query) for p in pages]).publish()
    p = page(layout, 1, "wolverine", rng)
    reading = read(p.tree, model, p.query, published=published)
    assert [[p.tokens[0]]] == tokens_of(p, reading)
    assert "$" in p.tree.visible(*reading.objects[0][:2])


@pytest.mark.parametrize("layout", ["div", "ul", "table"])
@pytest.mark.parametrize("n_records", [1, 2, 3])
def test_a_few_matches_beside_much_that_is_new_are_all_told(layout: str, n_records: int) -> None:
    """As one match is told at the place of lists, however much stands beside it, so are three."""
    rng = Random(4)
    model = learn([(p.tree, p.query) for p in site(layout, seed=6)]).publish()
    region = answer(layout, [record(rng, f"rec{n}", "wolverine") for n in range(n_records)])
    beside = "".join(f"<section>{' '.join(rng.choices(WORDS, k=30))}</section>" for _ in range(9))
    body = f"<body><aside>{beside}</aside><div id=main><h2>Results</h2>{region}</div>"
    tree = parse(body.encode(), url="http://shop.example/find?q=wolverine")
    objects = read(tree, model, "wolverine").objects
    found = [re.findall(r"rec\d", tree.visible(span.start, span.stop)) for span in objects]
    assert [[f"rec{n}"] for n in range(n_records)] == found


@pytest.mark.parametrize("layout", ["div", "ul", "table"])
def test_votes_for_a_box_that_is_no_list_do_not_hide_a_single_match(layout: str) -> None:
    """Pages with one match vote for what is most of them; where lists are is known all the same."""
    rng = Random(4)
    model = learn([(p.tree, p.query) for p in site(layout, seed=6)]).publish()
    region = answer(layout, [record(rng, "rec7", "wolverine")])
    body = f"<body>{advertisement(rng, 12)}<div id=main><h2>Results</h2>{region}</div>"
    tree = parse(body.encode(), url="http://shop.example/find?q=wolverine")
    box = int(tree.place[tree.tag.index("div") + 1])
    voted = KnownList(box, 0.5, False, False, (box,), (), ())
    model = msgspec.structs.replace(model, known=(model.known[0], voted, *model.known[1:]))
    objects = read(tree, model, "wolverine").objects
    assert ["rec7"] == [re.findall(r"rec\d", tree.visible(a, b))[0] for a, b, *_ in objects]


def test_a_page_without_an_answer_has_no_pagelets() -> None:
    rng = Random(2)
    pages = [*site("div", seed=7), *(page("div", 0, q, rng) for q in ("lynx", "puma", "orca"))]
    readings = analyse([(p.tree, p.query) for p in pages])
    assert [r.empty for r in readings[-3:]] == [True] * 3
    assert PageletReading([], [], True) == readings[-1]
    assert [False] * len(pages[:-3]) == [r.empty for r in readings[:-3]]


@pytest.mark.parametrize("body", [b"", b"<html></html>", b"<p> </p>", b"\x00", b"<hr><hr>"])
def test_a_page_without_words_is_empty(body: bytes) -> None:
    assert PageletReading([], [], True) == read(parse(body))


def test_an_entity_page_is_cut_even_when_it_looks_like_a_list() -> None:
    pages = site("div", seed=8)
    readings = analyse([(p.tree, p.query) for p in pages], entity=True)
    assert [1] * len(pages) == [len(r.objects) for r in readings]


def test_neighbouring_groups_under_headings_are_one_region() -> None:
    rng = Random(3)
    pages = []
    for query, n_first in zip(WORDS[:8], (12, 5, 13, 4, 12, 5, 13, 12), strict=True):
        lists = [
            "".join(
                f"<{tag}><a href=/{rng.random()}>{query} {rng.random()}</a> {rng.random()}</{tag}>"
                for _ in range(n)
            )
            for tag, n in (("h5", n_first), ("h6", 17 - n_first))
        ]
        source = (
            f"<body><h1>The shop</h1><div>{lists[0]}</div><h2>By name</h2><div>{lists[1]}</div>"
        )
        pages.append((parse(source.encode()), query))
    for (tree, _), reading in zip(pages, analyse(pages), strict=True):
        assert [(len(reading.objects), len(reading.pagelets))] == [(17, 1)]
        assert "By name" in tree.visible(*reading.pagelets[0][:2])


def test_the_holder_of_a_region_is_the_smallest_node_around_it() -> None:
    tree = parse(b"<body><div><p>one</p><p>two</p><p>three</p></div>")
    div, one, two, _ = (i for i, tag in enumerate(tree.tag) if tag in ("div", "p"))
    assert div == holder(tree, one, int(tree.end[two]))
    assert one == holder(tree, one, int(tree.end[one]))
