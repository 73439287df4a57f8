"""A site's pages about one thing, between answers: their columns, their stretch, and no other's."""

from __future__ import annotations

import msgspec

from upwell.models.site import Reading, SavedPage, Site, SiteModel, SiteState, analyse
from upwell.models.site.delta import Delta
from upwell.models.site.observation import observe
from upwell.models.tree.parse import parse

NAMES = "Otter Wolf Heron Badger Marten Salmon Kestrel Plover Newt Adder Shrew Vole".split()
HOST = "http://a.example"


def own_page(number: int) -> bytes:
    """A record's own page."""
    name = NAMES[number % 12]
    return (
        f"<title>{name} {number} | The Register</title><ul class=menu><li><a href=/>Home</a>"
        f"<li><a href=/about>About this register</a></ul><div id=main><h1>{name} {number}</h1>"
        f"<table class=facts><tr><th>Seen in<td>{1900 + number}<tr><th>Keeper<td>Ann {number * 7}"
        f"<tr><th>Kept at<td>Mill {number * 3} of the lower valley</table><p>The {name.lower()}"
        f" {number} was first drawn up in the year of the long frost, by hand {number * 11}.</div>"
        "<p class=foot>All rights of the register are kept".encode()
    )


def answer(number: int) -> bytes:
    """An answer of four to seven records."""
    rows = "".join(
        f"<li class=hit><h3><a href=/r/{i}>{NAMES[i % 12]} {i}</a></h3><p>kept in {1900 + i} by"
        f" somebody of hand {i * 11}</p>"
        for i in range(number, number + 4 + number % 4)
    )
    return (
        f"<title>{NAMES[number % 12]} - Search</title><ul class=menu><li><a href=/>Home</a></ul>"
        f"<h1>Results for {NAMES[number % 12]}</h1><ol class=hits>{rows}</ol>".encode()
    )


def learned() -> Site:
    """A site of twelve answers and sixteen own pages."""
    site = Site()
    for number in range(16):
        site.observe(own_page(number), f"{HOST}/r/{number}")
        if number < 12:
            site.observe(answer(number), f"{HOST}/s?q={number}", NAMES[number])
    site.publish()
    return site


def is_item(reading: Reading) -> bool:
    """Whether a reading is that of a page about one thing."""
    return ["", "article"] == [one.role for one in reading.pagelets]


def test_an_own_page_is_a_stretch_an_article_and_named_columns() -> None:
    model = learned().model
    assert model is not None
    reading = SiteModel.decode(model.encode()).read(own_page(40), f"{HOST}/r/40")
    assert is_item(reading)
    assert "1940" == reading.objects[0].fields["seen_in"]
    assert "Ann 280" == reading.objects[0].fields["keeper"]
    assert reading.pagelets[0].text.startswith("Marten 40")
    line = reading.line()
    assert {"xpath", "text", "score", "from", "to"} == set(line["pagelets"][0])
    assert "article" == line["pagelets"][1]["role"]
    tree = parse(own_page(40))
    paths = [tree.xpath(node) for node in range(tree.n)]
    assert {line["pagelets"][0]["from"], line["pagelets"][0]["to"]} <= set(paths)


def test_an_answer_stays_with_the_search_asked_or_not() -> None:
    model = learned().model
    assert model is not None
    for query in (NAMES[3], None):
        reading = model.read(answer(3), f"{HOST}/s?q=3", query)
        assert not any(one.role for one in reading.pagelets)
        assert 7 == len(reading.objects)


def test_a_record_s_own_page_reads_the_same_when_a_question_leads_to_it() -> None:
    """A search with one match opens it; the page need not say the question anywhere."""
    model = learned().model
    assert model is not None
    reached, asked = (model.read(own_page(40), f"{HOST}/r/40", q) for q in (None, "zebra"))
    assert is_item(asked)
    assert reached.objects == asked.objects


def test_an_address_that_holds_the_question_in_its_name_is_no_search() -> None:
    """`marten-40` is the marten's own page; what it says of martens makes no answer of it."""
    model = learned().model
    assert model is not None
    reached, asked = (
        model.read(own_page(40), f"{HOST}/r/marten-40.html", q) for q in (None, "marten")
    )
    assert is_item(asked)
    assert reached.objects == asked.objects


def test_the_object_of_an_own_page_is_its_whole_article() -> None:
    model = learned().model
    assert model is not None
    reading = model.read(own_page(40), f"{HOST}/r/40")
    (one,) = reading.objects
    assert one.text == reading.pagelets[1].text
    assert one.text.startswith("Marten 40")
    assert one.text.endswith("by hand 440.")


def test_saved_answers_without_their_queries_keep_their_lists() -> None:
    pages = [SavedPage(f"a{i}", parse(answer(i))) for i in range(12)]
    for number, reading in enumerate(analyse(pages)):
        assert 4 + number % 4 == len(reading.objects)


def test_saved_own_pages_are_items() -> None:
    pages = [SavedPage(f"r{i}", parse(own_page(i))) for i in range(12)]
    assert all(map(is_item, analyse(pages)))


def test_the_state_is_the_same_from_its_deltas_and_from_its_bytes() -> None:
    whole, again = SiteState(), SiteState()
    for number in range(30):
        tree = parse(own_page(number))
        seen = whole.with_vote(observe(tree, f"{HOST}/r/{number}"), tree)
        delta = whole.learn(seen).delta
        again.fold_again(Delta.decode(delta.encode()))
        if number == 20:
            whole.publish(1)
            again.fold_again(Delta(published=0))
            again = SiteState.decode(again.encode())
    assert whole.items.encode() == again.items.encode()
    one, other = whole.publish(2), again.publish(2)
    assert one is not None
    assert other is not None
    assert 20 == len(whole.items.rows)
    assert msgspec.msgpack.encode(one.items) == msgspec.msgpack.encode(other.items)


def with_versions(number: int) -> bytes:
    """A record's own page with a table of its versions, in the clothes of the answers' table."""
    versions = "".join(
        f"<tr><td><a href=/r/{number}/v{n}>revised {number * 5 + n}</a><td>by hand {number * n}"
        for n in range(1, 6)
    )
    return own_page(number).replace(
        b"</div>", f"<table class=hits>{versions}</table></div>".encode()
    )


def tabular(number: int) -> bytes:
    """An answer of eight to twenty records in a table."""
    rows = "".join(
        f"<tr><td><a href=/r/{i}>{NAMES[i % 12]} {i}</a><td>kept in {1900 + i} by hand {i * 11}"
        for i in range(number, number + 8 + number % 13)
    )
    return (
        f"<title>{NAMES[number % 12]} - Search</title><ul class=menu><li><a href=/>Home</a></ul>"
        f"<div id=main><h1>Results</h1><table class=hits>{rows}</table></div>".encode()
    )


def test_rows_of_a_record_in_the_clothes_of_answers_are_no_answers() -> None:
    """What all pages of a kind have at a place, and is no list there, is none because of others."""
    site = Site()
    for number in range(16):
        site.observe(with_versions(number), f"{HOST}/r/{number}")
        site.observe(tabular(number), f"{HOST}/s?q={number}", NAMES[number % 12])
    model = site.publish()
    assert model is not None
    reading = model.read(with_versions(40), f"{HOST}/r/40")
    assert is_item(reading)
    assert 1 == len(reading.objects)
    assert 14 == len(model.read(tabular(6), f"{HOST}/s?q=6", NAMES[6]).objects)
    assert 14 == len(model.read(tabular(6), f"{HOST}/all").objects)
