"""What a page about one thing says of other things is no part of its region."""

from __future__ import annotations

import numpy as np

from upwell.models.pagelets import learn, read
from upwell.models.pagelets.content.related_links import without_others
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

STORY = (
    "<p>A heron stood in the fen the whole long day and caught nothing but a cold and a frog</p>"
)


def _counting(source: str, stays: tuple[str, ...] = ()) -> list[str]:
    """Texts that count, where all but some of the page changes."""
    tree: TagTree = parse(f"<body>{source}</body>".encode())
    texts = [(text or "").strip() for text in tree.text]
    weights = np.where([t in stays for t in texts], -0.25 * tree.words, 1.0 * tree.words)
    left = without_others(tree, weights)
    return [texts[i] for i in np.flatnonzero(left > 0).tolist()]


def test_a_row_of_links_to_other_things_does_not_count_nor_what_is_said_of_them() -> None:
    others = "".join(f"<li><a href=/{n}>bird {n}</a>, seen at noon</li>" for n in "abc")
    assert _counting(f"{STORY}<ul>{others}</ul>") == _counting(STORY)


def test_two_links_are_no_row() -> None:
    both = "".join(f"<li><a href=/{n}>bird {n}</a></li>" for n in "ab")
    assert [*_counting(STORY), "bird a", "bird b"] == _counting(f"{STORY}<ul>{both}</ul>")


def test_values_that_are_links_count_where_each_has_its_label() -> None:
    facts = [("Maker", "Ada Finch"), ("Place", "the north fen"), ("Time", "late May")]
    rows = "".join(f"<dt>{label}</dt><dd><a href=/x>{value}</a></dd>" for label, value in facts)
    labels = tuple(label for label, _ in facts)
    assert [*_counting(STORY), *(v for _, v in facts)] == _counting(
        f"{STORY}<dl>{rows}</dl>", labels
    )


def test_a_number_in_front_of_a_link_is_no_label() -> None:
    others = "".join(
        f"<div><b>{i}</b> <a href=/{n}>bird {n}</a></div>" for i, n in enumerate("abc")
    )
    assert _counting(STORY) == _counting(STORY + others, ("0", "1", "2"))


def test_what_is_said_behind_a_link_in_its_own_item_labels_no_other() -> None:
    others = "".join(f"<li><a href=/{n}>bird {n}</a>, in the fen</li>" for n in "abc")
    assert _counting(STORY) == _counting(f"{STORY}<ul>{others}</ul>", (", in the fen",))


def test_links_in_sentences_are_no_row() -> None:
    told = "".join(f"<p>In year {n} came <a href=/{n}>the {n} heron</a></p>" for n in "abcd")
    assert 9 == len(_counting(STORY + told))


def test_a_page_of_which_nearly_all_is_links_is_about_them() -> None:
    lines = "".join(f"<li><a href=/{n}>bird {n} of the fen</a></li>" for n in "abcdef")
    assert 6 == len(_counting(f"<ul>{lines}</ul>"))


def test_what_is_said_twice_counts_once_in_the_heading() -> None:
    title = "The heron of Ely"
    page = f"<p><a href=/>Home</a> / {title}</p><h1>{title}</h1>{STORY}<p>About {title}</p>"
    assert [title, *_counting(STORY), f"About {title}"] == _counting(page, ("Home",))
    assert [*_counting(STORY), title] == _counting(f"<p>{title}</p>{STORY}<p>{title}</p>")


def test_where_nobody_asked_what_the_page_is_about_is_told_beside_its_list() -> None:
    """A list of what others say does not hide whom they speak of."""

    def page(n: int) -> TagTree:
        notes = "".join(
            f"<li><a href=/{n}-{i}>visitor {n}{i}</a> saw it at {i}{n} in the morning rain</li>"
            for i in range(4 + n % 5)
        )
        told = f"<h1>The heron of fen {n}</h1><p>Grey and {n} years old</p>"
        return parse(f"<body><div>{told}</div><div><b>Notes</b><ul>{notes}</ul></div>".encode())

    pages = [page(n) for n in range(12)]
    model = learn([(tree, None) for tree in pages]).publish()
    for query, told in ((None, True), ("rain", False)):
        found = read(pages[3], model, query)
        texts = [pages[3].visible(region.start, region.stop) for region in found.pagelets]
        assert (7, told) == (len(found.objects), any("Grey" in text for text in texts))
