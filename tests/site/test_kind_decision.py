"""Each kind of page is a list, an item, nothing or unsure, and no decision silences a list."""

from __future__ import annotations

from typing import Any

import pytest

from upwell.models.site import Reading, SavedPage, Site, SiteModel, analyse
from upwell.models.site.kinds.decision import KindDecision, KindEvidence, decide_kind
from upwell.models.templates.telling import Telling
from upwell.models.tree.parse import parse

from .test_items import HOST, NAMES, answer, is_item, learned, own_page

ITEM = Telling(subject=1, identifying=3, described=8, repeated=2)
LISTING = Telling(subject=1, identifying=2, described=2, repeated=5)


def evidence(**more: Any) -> KindEvidence:
    """Of a kind about which nothing special is known."""
    none = KindEvidence(20, False, 0.0, 0, 0, 0, 0, ITEM)
    return none._replace(**more)


@pytest.mark.parametrize(
    ("is_", "known"),
    [
        ("list", evidence(is_asked=True, n_lists=1, follows=1)),
        ("nothing", evidence(is_asked=True, says_nothing=0.9)),
        ("unsure", evidence(is_asked=True)),  # a single match, or a page that failed
        ("item", evidence()),
        ("nothing", evidence(telling=Telling())),
        ("unsure", evidence(telling=Telling(identifying=2, described=2))),  # two clocks
        ("list", evidence(n_lists=1, telling=LISTING)),
        ("unsure", evidence(n_lists=1)),  # tells of one thing, and lists on most pages
        ("list", evidence(n_lists=1, to_others=9, to_own=2)),
        ("item", evidence(n_lists=1, to_others=2, to_own=9)),  # a box of similar ones
        ("list", evidence(n_lists=1, to_own=9, telling=LISTING)),  # lists of lists
        ("item", evidence(n_lists=1, nowhere=3)),  # what is said of a thing leads nowhere
        ("unsure", evidence(n_lists=1, nowhere=3, to_unlike=1)),
        ("list", evidence(n_lists=1, nowhere=9, telling=LISTING)),
        ("item", evidence(n_lists=1, to_alike=9, to_unlike=2)),  # none of these was seen
        ("unsure", evidence(n_lists=1, to_alike=2, to_unlike=9)),
        ("list", evidence(n_lists=1, to_alike=9, to_others=3)),  # pages that were seen tell more
        ("item", evidence(n_lists=2, telling=LISTING, of_text=4, of_records=3)),  # sections
        ("list", evidence(n_lists=2, telling=LISTING, of_text=3, of_records=4)),
        ("list", evidence(n_lists=2, to_others=3, of_text=4)),  # its paragraphs are what it lists
        ("list", evidence(n_lists=1, telling=Telling(repeated=2), of_text=9)),  # one of many lists
        ("item", evidence(n_lists=1, telling=LISTING, from_answers=3)),  # sections, posts, reviews
        ("list", evidence(n_lists=1, from_answers=4, to_others=9)),  # a shelf among the answers
        ("list", evidence(n_lists=1, telling=Telling(repeated=2), from_answers=9)),
    ],
)
def test_a_kind_is_what_its_witnesses_agree_on(is_: str, known: KindEvidence) -> None:
    found = decide_kind(known)
    assert is_ == found.is_
    assert found.rule


def untitled(number: int) -> bytes:
    """A record's own page on a site that calls all of its pages alike."""
    body = own_page(number).split(b"</title>")[1]
    shared = body.replace(b"Mill %d" % (number * 3), b"Mill %d" % (number % 8))
    return b"<title>The Register</title>" + shared


def test_pages_that_are_all_called_alike_are_items_by_what_tells_them_apart() -> None:
    pages = [SavedPage(f"r{i}", parse(untitled(i))) for i in range(12)]
    assert all(map(is_item, analyse(pages)))


def with_reviews(number: int) -> bytes:
    """A record's own page under which, every second time, more is said than above."""
    rows = "".join(
        f"<li class=said><a href=/by/{i}{number}>Reader {i}{number}</a> saw it at the mill by the"
        f" weir, number {i * number} of the day, and wrote {i + number} lines of it"
        for i in range(8 + number % 7)
    )
    return own_page(number) + (f"<ul class=readers>{rows}</ul>".encode() if number % 2 else b"")


def test_where_half_of_the_pages_list_more_than_they_tell_the_others_are_items() -> None:
    found = analyse([SavedPage(f"r{i}", parse(with_reviews(i))) for i in range(16)])
    assert all(map(is_item, found[::2]))
    assert not any(map(is_item, found[1::2]))


def with_voices(number: int) -> bytes:
    """A record's own page with more words of readers than its own; their buttons lead nowhere."""
    rows = "".join(
        f"<li class=voice><b>Reader {i}{number}</b> saw it at the mill by the weir, number"
        f" {i * number} of the day, and wrote {i + number} lines of it <a href=#>Helpful</a>"
        for i in range(5 + number % 7)
    )
    return own_page(number) + f"<ol class=voices>{rows}</ol>".encode()


def test_what_is_said_of_a_thing_below_it_is_no_list_of_things() -> None:
    site = Site()
    for number in range(16):
        site.observe(with_voices(number), f"{HOST}/r/{number}")
    model = site.publish()
    assert model is not None
    reading = model.read(with_voices(40), f"{HOST}/r/40")
    assert is_item(reading)
    assert "1940" == reading.objects[0].fields["seen_in"]
    assert "Reader" not in reading.objects[0].text


def test_a_model_says_what_each_kind_is() -> None:
    model = learned().model
    assert model is not None
    model = SiteModel.decode(model.encode())
    kinds = {
        model.read(page, url, query).cluster: is_
        for page, url, query, is_ in (
            (own_page(40), f"{HOST}/r/40", None, "item"),
            (answer(3), f"{HOST}/s?q=3", "Badger", "list"),
        )
    }
    assert 2 == len(kinds)
    assert kinds == {kind: model.decisions[kind].is_ for kind in kinds}
    assert all(isinstance(one, KindDecision) and one.why for one in model.decisions.values())


def test_a_list_that_was_browsed_is_read_as_a_list() -> None:
    site = Site()
    for number in range(24):
        site.observe(answer(number), f"{HOST}/all/{number}")
    site.publish()
    assert site.model is not None
    found: list[Reading] = [site.model.read(answer(n), f"{HOST}/all/{n}") for n in range(24)]
    assert [4 + n % 4 for n in range(24)] == [len(one.objects) for one in found]
    assert ["list"] == [one.is_ for one in site.model.decisions.values()]


def with_similar(number: int) -> bytes:
    """A record's own page under which there are links to similar ones, with a text each."""
    rows = "".join(
        f"<li class=like><a href=/r/{(number * 5 + i * 3) % 40}>{NAMES[(number * 5 + i * 3) % 12]}"
        f" {(number * 5 + i * 3) % 40}</a> was caught at the weir by the mill of the lower valley,"
        f" in the {number + i}th week of a long dry summer, by hand {i * number}"
        for i in range(8 + number % 5)
    )
    return own_page(number) + f"<ul class=similar>{rows}</ul>".encode()


def similar_pages() -> list[SavedPage]:
    """Pages that lead to each other."""
    return [SavedPage(url := f"{HOST}/r/{i}", parse(with_similar(i), url=url)) for i in range(20)]


def test_a_box_of_similar_things_is_no_list_of_answers() -> None:
    found = analyse(similar_pages())
    assert all(map(is_item, found))
    for number, reading in enumerate(found):
        assert str(1900 + number) == reading.objects[0].fields["seen_in"]
        assert "weir" not in reading.pagelets[0].text


def test_a_box_of_similar_things_is_none_in_a_stream_either() -> None:
    site = Site()
    for page in similar_pages():
        site.observe_tree(page.tree, page.name)
    site.publish()
    assert site.model is not None
    model = SiteModel.decode(site.model.encode())
    assert ["item"] == [one.is_ for one in model.decisions.values()]
    assert is_item(model.read(with_similar(33), f"{HOST}/r/33"))


def test_where_a_list_leads_to_pages_of_another_kind_it_stays() -> None:
    """The same boxes, on pages that lead to records whose pages look otherwise."""
    listing = [
        SavedPage(f"{HOST}/shelf/{i}", parse(with_similar(i), url=f"{HOST}/shelf/{i}"))
        for i in range(16)
    ]
    plain = [
        SavedPage(
            f"{HOST}/r/{i}",
            parse(
                f"<title>{NAMES[i % 12]} {i}</title><article><header><h2>{NAMES[i % 12]} {i}</h2>"
                f"</header><section><p>Drawn by hand {i * 7}<p>Kept {i * 3}</section>"
                f"<aside>{i * 11} letters</aside></article>".encode(),
                url=f"{HOST}/r/{i}",
            ),
        )
        for i in range(24)
    ]
    found = analyse([*listing, *plain])
    assert [8 + i % 5 for i in range(16)] == [len(one.objects) for one in found[:16]]
