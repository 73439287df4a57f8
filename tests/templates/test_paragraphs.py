"""Paragraphs of one text are one column, however many there are and whatever is set off in them."""

from __future__ import annotations

from random import Random

import pytest

from upwell.models.templates import KindTable, learn_template, page_row, read_item
from upwell.models.tree.parse import parse

WORDS = "otter river winter garden letter harbour captain silver window forest meadow".split()


def sentence(draw: Random) -> str:
    words = [draw.choice(WORDS) for _ in range(12)]
    at = draw.randrange(12)
    words[at] = draw.choice([f"<b>{words[at]}</b>", f"<a href=/w>{words[at]}</a>", words[at]])
    return " ".join(words) + "."


def shown(number: int, n: int, label: str) -> str:
    draw = Random(number)
    text = "".join(f"<p>{sentence(draw)}</p>" for _ in range(n))
    title = f"{draw.choice(WORDS)} {number}"
    return (
        f"<title>{title}</title><a href=/>Home</a><div><h1>{title}</h1>"
        f"<i class=year>{1900 + number}</i>{label}<div class=full>{text}</div></div>Imprint"
    )


@pytest.mark.parametrize("label", ["", "<h3>Story</h3>"])
def test_paragraphs_whose_number_varies_are_one_column(label: str) -> None:
    table = KindTable()
    for number in range(12):
        table.fold(str(number), page_row(parse(shown(number, 4 + number % 3, label).encode())))
    template = learn_template(table)
    for number in (20, 21, 22):
        html = shown(number, 4 + number % 3, label)
        item = read_item(parse(html.encode()), template)
        assert item is not None
        whole = html.partition("class=full>")[2].partition("</div>")[0]
        said = " ".join(parse(whole.encode()).visible(0, 10_000).split())
        assert (item.fields["year"], item.fields["full"]) == (str(1900 + number), said)
        assert set(item.fields) == {"title", "year", "full"}


def test_two_texts_of_every_page_are_two_columns() -> None:
    """Their number does not vary: one is the lead, the other what follows."""
    table = KindTable()
    pages = [shown(number, 2, "").replace("<b>", "").replace("</b>", "") for number in range(12)]
    pages = [page.replace("<a href=/w>", "").replace("</a>.", ".") for page in pages]
    for number, page in enumerate(pages):
        table.fold(str(number), page_row(parse(page.encode())))
    item = read_item(parse(pages[0].encode()), learn_template(table))
    assert item is not None
    assert {"full", "full2"} <= set(item.fields)
