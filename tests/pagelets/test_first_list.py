"""A site that answered nothing to its first questions still has lists."""

from __future__ import annotations

from upwell.models.pagelets.model import PageletModel
from upwell.models.pagelets.reading.read import read
from upwell.models.tree.parse import parse

WORDS = (
    "amber birch cedar delta ebony fern garnet hazel ivory jasper kelp linden maple nutmeg"
).split()
NO_LISTS = PageletModel(n_pages=40, n_voted=40.0, top=40.0)


def objects(names: list[str], query: str | None, model: PageletModel) -> int:
    """How many are read where as much that is new stands beside the list."""
    rows = "".join(
        f"<li><a href=/person/{n}>{name} {name[::-1]}</a> reader in {name}</li>"
        for n, name in enumerate(names)
    )
    news = " ".join(f"news{i}" for i in range(4 * len(names)))
    tree = parse(f"<html><body><div><ul>{rows}</ul></div><p>{news}</p></body></html>".encode())
    return len(read(tree, model, query).objects)


def test_the_first_answer_with_a_list_is_read_as_one() -> None:
    """Forty votes for no list are not the last word of a site that is asked."""
    assert objects(WORDS, "staff", NO_LISTS) == len(WORDS)


def test_a_page_that_answers_nothing_keeps_to_the_votes() -> None:
    assert objects(WORDS, None, NO_LISTS) == 1


def test_a_short_list_is_no_evidence_against_the_votes() -> None:
    """Boxes of related links have three or four."""
    assert objects(WORDS[:4], "staff", NO_LISTS) == 1
