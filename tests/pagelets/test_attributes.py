"""Laws of what attributes say: ratings, pictures that load late, titles that are cut short."""

from __future__ import annotations

from typing import Any

from upwell.models.columns import PageContext
from upwell.models.pagelets.fields.columns import seen_templates
from upwell.models.pagelets.fields.extraction import Columns
from upwell.models.pagelets.fields.templates import Templates
from upwell.models.pagelets.page.sheet import Sheet
from upwell.models.pagelets.reading.result import Span
from upwell.models.tree.parse import parse

TOWNS = ("Graz", "Brno", "Porto", "Bilbao")


def shelf(card: str, n: int = 4) -> Any:
    cards = "".join(f"<li>{card.format(n=n, town=TOWNS[n])}</li>" for n in range(n))
    return parse(f"<ul>{cards}</ul>".encode(), url="http://a.example/")


def rows(card: str) -> list[dict[str, str]]:
    tree = shelf(card)
    starts = [node for node in range(tree.n) if tree.tag[node] == "li"]
    spans = [Span(start, tree.ends[start], 0) for start in starts]
    templates = Templates()
    templates.fold(seen_templates(Sheet(tree), spans))
    return Columns(templates.publish()).of(tree, spans)


TITLE = "<h3><a href=/p/{n}>A lamp of {town}</a></h3>"


def test_a_rating_that_stars_tell_the_blind_is_a_column_with_its_type() -> None:
    row = rows(TITLE + "<i role=img aria-label='{n} out of 5 stars'></i>")[2]
    assert "2 out of 5 stars" == row["rating"]
    assert {"rating": {"value": 2, "unit": "of 5"}} == Columns().typed(row, PageContext())


def test_an_attribute_that_is_no_rating_is_no_column() -> None:
    assert "rating" not in rows(TITLE + "<i aria-label='Add to basket {n}'></i>")[2]


def test_a_picture_that_a_script_loads_is_that_and_not_the_blank_one() -> None:
    row = rows("<img src=/blank.gif data-src=/img/{n}.jpg>" + TITLE)[3]
    assert "http://a.example/img/3.jpg" == row["image"]


def test_an_amount_that_is_struck_out_is_the_old_price_wherever_it_stands() -> None:
    row = rows(TITLE + "<p><s>{n}9 €</s> <b>{n}4 €</b></p>")[1]
    assert ("14 €", "19 €") == (row["price"], row["price_old"])


def test_a_title_that_is_cut_short_is_whole_where_its_link_has_it_whole() -> None:
    row = rows("<h3><a href=/p/{n} title='{town}, a lamp of many colours'>{town}, a …</a></h3>")[1]
    assert "Brno, a lamp of many colours" == row["title"]


def test_a_class_of_words_that_no_other_place_has_is_a_name() -> None:
    """One that lays out the page, or that a program made up, is none."""
    named = rows(
        TITLE + "<b class='big card__home-town'>{town}</b> <i class=big>of {n} and {town}</i>"
    )
    assert "Porto" == named[2]["home_town"]
    made_up = rows(TITLE + "<b class='sc-x9Zq kbdTr'>{town}</b>")
    assert "f1" in made_up[2]


def test_where_a_program_made_up_the_classes_none_is_a_name() -> None:
    """One in four that cannot be said makes all of them chance; one in six does not."""
    card = TITLE + "<b class=ocalum>{town}</b>"
    others = " ".join(f"<u class={name}></u>" for name in ("titleof", "another", "further"))
    assert "f1" in rows(card + others.replace("further", "qwrtzx"))[2]
    more = others + "<u class=morewords></u><u class=qwrtzx></u>"
    assert "ocalum" in rows(card + more)[2]
