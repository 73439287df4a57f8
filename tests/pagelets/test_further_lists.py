"""A search that answers in two lists is read in both, whichever of them holds the page."""

from __future__ import annotations

import pytest

from upwell.models.pagelets import (
    PageletLearner,
    PageletModel,
    PageletReading,
    learn,
    observe,
    read,
)
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "otter heron badger stoat weasel curlew plover dunlin avocet teal".split()
TEXT = "was seen near the {0} by a warden who wrote {0} into book {1} and left it {2} there"
SHORT = {  # a list of titles, and one of them
    "list": ("<ul>{}</ul>", "<li><a href=/{0}{1}>the {0} of {2}</a></li>"),
    "blocks": ("<div class=t>{}</div>", "<div><a href=/i?n={0}{1}>the {0} of {2}</a></div>"),
    "table": ("<table class=t>{}</table>", "<tr><td><a href=/{0}{1}>the {0} of {2}</a></td></tr>"),
}
LONG = {
    "terms": ("<dl>{}</dl>", "<dt><a href=/{0}{1}>{2} and {0}</a></dt><dd>{3}</dd>"),
    "articles": ("<section>{}</section>", "<article><a href=/{0}{1}>{2}</a><p>{3}</p></article>"),
    "rows": ("<table>{}</table>", "<tr><td><a href=/i?n={0}{1}>{2}</a></td><td>{3}</td></tr>"),
}


def _list(make: tuple[str, str], word: str, first: int, n: int) -> str:
    around, row = make
    rows = (
        row.format(word, i, f"{word[::-1]}{i}", TEXT.format(word, i, word[1:]))
        for i in range(first, first + n)
    )
    return around.format("".join(rows)) if n else ""


def _page(make: str, word: str, n_short: int, n_long: int, box: str = "") -> TagTree:
    titles = _list(SHORT[make], word, 50, n_short)
    texts = _list(LONG[dict(zip(SHORT, LONG, strict=True))[make]], word, 0, n_long)
    head = f"<h2>Titles</h2>{titles}" if titles else ""
    return parse(f"<body><h1>Find</h1>{head}<h2>Texts</h2>{texts}{box}".encode())


def _model(make: str, box: str = "") -> PageletModel:
    alone = [(_page(make, word, 9, 0, box), word) for word in WORDS[:4]]
    both = [(_page(make, word, i % 3 * 2, 6 + i, box), word) for i, word in enumerate(WORDS[4:])]
    return learn([*alone, *both]).publish()


def _rarely_alone(make: str, box: str = "") -> PageletModel:
    """A site on which the short list stood alone once, and two answers to nonsense have the box."""
    asked = [(_page(make, "wren", 9, 0, box), "wren")]
    asked += [
        (_page(make, word, 1 + i % 3, 6 + i, box.replace("eider", word)), word)
        for i, word in enumerate(WORDS)
    ]
    learner = PageletLearner()
    for tree, query in asked:
        learner.fold(observe(tree, query))
    for word in ("zqx", "qzw"):
        learner.fold(observe(_page(make, word, 0, 0, box.replace("eider", word)), word, True))
    for i, (tree, query) in enumerate(asked):
        learner.fold_vote(learner.vote(tree, query), i, asked=True)
    return learner.publish()


@pytest.mark.parametrize("make", SHORT)
def test_a_second_list_that_hardly_ever_stood_alone_is_read_too(make: str) -> None:
    model = _rarely_alone(make)
    tree = _page(make, "robin", 4, 20)
    assert 24 == len(read(tree, model, "robin").objects)


@pytest.mark.parametrize("make", SHORT)
def test_what_answers_to_nonsense_have_as_well_is_no_second_list(make: str) -> None:
    """Things that are related to whatever was asked."""
    box = "<div class=more>" + _list(SHORT["list"], "eider", 70, 4) + "</div>"
    model = _rarely_alone(make, box)
    tree = _page(make, "robin", 0, 20, box.replace("eider", "robin"))
    assert 20 == len(read(tree, model, "robin").objects)


def _texts(tree: TagTree, found: PageletReading) -> list[str]:
    return [tree.visible(span.start, span.stop) for span in found.objects]


@pytest.mark.parametrize("make", SHORT)
@pytest.mark.parametrize("n_short", [0, 1, 2, 5])
def test_both_lists_of_an_answer_are_read(make: str, n_short: int) -> None:
    tree = _page(make, "wren", n_short, 20)
    found = read(tree, _model(make), "wren")
    short = [text for text in _texts(tree, found) if text.startswith("the wren of")]
    assert (n_short, n_short + 20) == (len(short), len(found.objects))


@pytest.mark.parametrize("make", SHORT)
def test_lists_with_a_heading_between_them_are_one_region(make: str) -> None:
    tree = _page(make, "wren", 3, 20)
    found = read(tree, _model(make), "wren")
    whole = found.pagelets[0]
    said = tree.visible(whole.start, whole.stop)
    assert (1, 3, 20) == (len(found.pagelets), said.count("the wren of"), said.count("warden"))
    assert {0} == {span.pagelet for span in found.objects}


def test_a_list_that_does_not_follow_the_query_answers_nothing() -> None:
    """Popular things lead to the same kind of page, whatever is asked."""
    box = _list(SHORT["list"], "eider", 70, 3)
    tree = _page("blocks", "wren", 2, 20, box)
    found = read(tree, _model("blocks", box), "wren")
    assert 22 == len(found.objects)
