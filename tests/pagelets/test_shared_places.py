"""Where a title, a message or a box stands at the place of the records."""

from __future__ import annotations

import pytest

from upwell.models.pagelets import PageletModel, PageletReading, learn, read
from upwell.models.pagelets.learning.votes import Vote, VoteParams, VoteTable
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "otter heron badger stoat weasel curlew plover dunlin avocet teal".split()
PLACES = "marsh fen moor heath dune creek".split()


def _name(word: str, n: int) -> str:
    return f"{PLACES[n % 6]} {word[::-1]}{'abcdefghij'[n]}"


def _tree(body: str) -> TagTree:
    return parse(f"<body>{body}</body>".encode())


def _texts(tree: TagTree, spans: list[tuple[int, int]]) -> list[str]:
    return [tree.visible(a, b) for a, b in spans]


def _objects(tree: TagTree, found: PageletReading) -> list[str]:
    return _texts(tree, [span[:2] for span in found.objects])


def _regions(tree: TagTree, found: PageletReading) -> list[str]:
    return _texts(tree, [region[:2] for region in found.pagelets])


def _lots(word: str, n: int) -> str:
    """A title, a list and a box, all of them rows of tables as they were made in 1998."""
    rows = "".join(
        f"<tr><td><b><a href=/{word}{i}>{word} {_name(word, i)}</a></b></td>"
        f"<td><i>bid {i} of {_name(word, i + 1)}</i></td></tr>"
        for i in range(n)
    )
    box = "".join(
        f"<table><tr><td><a href=/go{i}>{_name(word, i + 3)} for {len(word) + i}</a> now</td></tr>"
        "</table>"
        for i in range(4)
    )
    title = f"<table><tr><td>Lots with {word}</td><td>{n} of {n + 7} shown</td></tr></table>"
    return f"<div>{title}<table>{rows}</table></div><div>{box}</div>"


def _model() -> PageletModel:
    pages = {word: _lots(word, 4 + i % 5) for i, word in enumerate(WORDS)}
    return learn([(_tree(body), query) for query, body in pages.items()]).publish()


@pytest.mark.parametrize("n", [1, 2, 7])
def test_a_title_at_the_place_of_records_is_no_record(n: int) -> None:
    tree = _tree(_lots("wren", n))
    found = read(tree, _model(), "wren")
    assert [True] * n == ["bid" in text for text in _objects(tree, found)]


@pytest.mark.parametrize("n", [3, 7])
def test_a_box_at_a_place_that_holds_the_list_elsewhere_is_no_region(n: int) -> None:
    """What is known of the place is said of the list."""
    tree = _tree(_lots("wren", n))
    assert ["wren"] == [text.split()[0] for text in _regions(tree, read(tree, _model(), "wren"))]


def test_a_message_at_the_place_of_records_is_no_single_match() -> None:
    message = "<table><tr><td>An error has kept our many clerks from looking</td></tr></table>"
    found = read(_tree(f"<div>{message}</div>"), _model(), "wren")
    assert ([], []) == (found.pagelets, found.objects)


def test_a_list_seen_half_a_record_late_does_not_halve_records() -> None:
    """Places that stand beside the start inside a part start no part of their own."""
    votes = VoteTable()
    for starts, members in (((1,), (2,)), ((1,), (2,)), ((1, 2), ())):
        votes.fold(Vote(((1, 1.0),), 0.9, 1.0, 5, starts=starts, members=members))
    assert [(1,)] == [known.starts for known in votes.known(VoteParams())]


def test_blocks_of_the_frame_are_no_list() -> None:
    """However much of what is new stands in one of them: they are not alike."""

    def page(main: str) -> str:
        head = "<div id=a><p>All of <a href=/>Hides</a></p></div>"
        side = "<div id=b><ul><li><a href=/x>Map</a> of it</ul></div>"
        foot = "<div id=d><i>Kept by <a href=/us>us</a></i></div>"
        return f"{head}{side}<div id=c>{main}<h4>See <a href=/y>more</a></h4></div>{foot}"

    def hits(word: str, n: int) -> str:
        lines = (f"<li><a href=/{i}>{word} {_name(word, i)}</a> at dawn" for i in range(n))
        return f"<ol>{''.join(lines)}</ol>"

    pages = [(_tree(page(hits(word, 4 + i % 5))), word) for i, word in enumerate(WORDS)]
    message = _tree(page("<p>No clerk could find <a href=/why>such things</a> today</p>"))
    assert [] == read(message, learn(pages).publish(), "wren").pagelets


def test_headings_of_one_kind_of_page_do_not_split_its_region() -> None:
    """They cost less than what all pages say."""
    long = "Please send a letter with two stamps to the keeper of this house"

    def record(word: str) -> str:
        told = " ".join(_name(word, i) for i in range(9))
        return f"<div class=record><p>{told}</p><h4>How to ask</h4><p>{long}</p><p>{told[:30]}</p>"

    pages = [(_tree(_lots(word, 5)), word) for word in WORDS]
    records = [(_tree(record(word)), None) for word in WORDS[:4]]
    tree = records[0][0]
    found = read(tree, learn([*pages, *records]).publish())
    assert [tree.visible(0, tree.n)] == _regions(tree, found)


@pytest.mark.parametrize("query", [None, "wren"])
def test_a_page_that_the_frame_leads_to_answers_nothing_unless_it_was_asked_for(
    query: str | None,
) -> None:
    """About, help and terms: their text is as new as that of records."""
    frame = "<p><a href=/help>Help</a> <a href=/terms>Terms</a></p>"

    def page(body: str, path: str) -> TagTree:
        return parse(f"<body>{frame}{body}".encode(), url=f"http://a.example{path}")

    def body(word: str) -> str:
        return f"<div><h1>The {word}</h1><p>All that we know of {_name(word, 3)}</p></div>"

    pages = [(page(body(word), f"/{word}"), None) for word in WORDS]
    model = learn(pages).publish()
    tree = page(body("wren"), "/help")
    asked = read(tree, model, query, url="http://a.example/help").pagelets
    record = read(tree, model, url="http://a.example/wren").pagelets
    assert (query is not None, True) == (bool(asked), bool(record))
