"""A box to log in that stands on pages of every kind makes no wall of any of them."""

from __future__ import annotations

import pytest

from upwell.models.site import SavedPage, analyse
from upwell.models.tree.parse import parse

NAMES = "amber birch cobalt dune elder fern garnet heath iris juniper".split()
BOXES = {
    "above": "<form action=/in><input name=user><input type=password name=p></form>{}",
    "beside": "<main>{}</main><aside><form><input name=u><input type=password></form></aside>",
    "below": "<main>{}</main><div class=in><input name=user><input type=password name=p></div>",
}


def pages(box: str, boxed: bool) -> list[SavedPage]:
    def saved(name: str, main: str, query: str | None = None, inside: bool = True) -> SavedPage:
        body = (BOXES[box] if inside else "<main>{}</main>").format(main)
        tree = parse(f"<body><h1>Shop</h1>{body}".encode(), url=f"http://a.example/{name}")
        return SavedPage(tree.url, tree, query)

    lists = [
        saved(
            f"s?q={word}",
            "".join(f"<li><a href=/{word}{i}>{word} {i}</a> found in {n}{i}" for i in range(4 + n)),
            word,
            boxed,
        )
        for n, word in enumerate(NAMES)
    ]
    own = [
        saved(
            word, f"<h2>{word}</h2><dl><dt>Found<dd>in {i}7<dt>Kept<dd>since {i}</dl>", None, boxed
        )
        for i, word in enumerate(NAMES)
    ]
    walls = [saved(f"wall{i}", f"<p>Members only, please log in {i}") for i in range(3)]
    return [*lists, *own, *walls]


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("boxed", [True, False])
def test_a_wall_is_a_page_that_wants_what_other_kinds_do_not(box: str, boxed: bool) -> None:
    found = [reading.came_back for reading in analyse(pages(box, boxed))]
    assert ["answer"] * 20 == found[:20]
    if not boxed:
        assert ["login"] * 3 == found[20:]
