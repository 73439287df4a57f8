"""Queries and addresses in a site's own encoding."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.address import address_of
from upwell.models.urls.canonical import arguments
from upwell.models.urls.second_level import carried_query, refines, template_of_answer
from upwell.models.urls.template import fill, form_encoding, template

FORM = "<form action=/s{1}><input name=q><input type=hidden name=h value=検></form>"
PAGE = "<meta charset={0}>" + FORM


@pytest.mark.parametrize(
    ("charset", "accepted", "sent"),
    [
        ("shift_jis", "", "%8C%9F"),
        ("euc-jp", "", "%B8%A1"),
        ("utf-8", " accept-charset='x-odd EUC-JP'", "%B8%A1"),
        ("euc-jp", " accept-charset=utf-8", "%E6%A4%9C"),
    ],
)
def test_a_form_is_sent_in_what_it_accepts_else_in_its_page_s(
    charset: str, accepted: str, sent: str
) -> None:
    tree = parse(PAGE.format(charset, accepted).encode(charset))
    encoding = form_encoding(tree.forms[0], tree.encoding)
    made = template(tree.forms[0], "http://a.example/", "q", encoding)
    assert f"http://a.example/s?q={{query}}&h={sent}" == made
    assert f"http://a.example/s?q={sent}&h={sent}" == fill(made or "", "検", encoding)


def test_a_page_of_ascii_alone_still_says_what_its_form_is_sent_in() -> None:
    tree = parse(b"<meta charset=iso-8859-1><form action=/s><input name=q></form>")
    assert "cp1252" == form_encoding(tree.forms[0], tree.encoding)


def test_two_queries_in_an_unknown_encoding_are_two_addresses() -> None:
    one, other = (f"http://a.example/s?q={word}" for word in ("%83A%83C", "%83A%83E"))
    assert address_of(one) != address_of(other)
    assert arguments(one) != arguments(other)


def test_a_link_carries_the_query_in_the_site_s_encoding() -> None:
    url, asks = "http://a.example/s?q=%83A&sort=2", "http://a.example/s?q={query}"
    assert "ア" == carried_query(url, asks, "cp932")
    assert refines(url, asks, "ア", "cp932")
    assert "ア" == carried_query("http://a.example/s/%83A/2", "http://a.example/s/{query}", "cp932")


def test_the_address_of_an_answer_says_what_was_asked_in_its_path_as_well() -> None:
    assert "http://a.example/s/{query}/2" == template_of_answer(
        "http://a.example/s/%83A/2", "ア", "cp932"
    )
    assert template_of_answer("http://red.example/s", "red.example") is None
