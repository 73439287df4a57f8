"""Laws of search forms and their templates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.tree.tagtree import Field, Form
from upwell.models.urls.canonical import arguments
from upwell.models.urls.search_forms import judge
from upwell.models.urls.template import defaults, fill, query_argument, template


def form(*fields: Field, method: str = "get", action: str = "", buttons: str = "") -> Form:
    return Form(method, action, "", "", "", buttons, fields)


def box(name: str, type: str = "text", value: str | None = "", hint: str = "") -> Field:
    return Field(name, type, value, hint=hint)


SEARCHES = [
    form(box("q"), action="/find"),
    form(box("s", "search"), box("lang", "hidden", "en")),
    form(box("field", hint="Suche"), action="/x", buttons="Suchen"),
    form(box("text"), method="post", action="/recherche", buttons="OK"),
]
OTHERS = [
    form(box("user"), box("pass", "password"), method="post", buttons="Log in"),
    form(box("email", "email"), action="/newsletter", buttons="Subscribe"),
    form(box("name"), box("message", "textarea"), method="post", action="/contact"),
    form(box("qty", "number", "1"), method="post", buttons="Add to cart"),
    form(box("file", "file", None), method="post"),
]


@pytest.mark.parametrize("searching", SEARCHES)
def test_a_form_that_asks_a_database_searches(searching: Form) -> None:
    verdict = judge(searching)
    assert verdict.search
    assert searching.fields[0].name == verdict.field


@pytest.mark.parametrize("other", OTHERS)
def test_a_form_for_something_else_does_not_search_and_has_no_query_field(other: Form) -> None:
    verdict = judge(other)
    assert (verdict.search, verdict.field) == (False, None)


def test_the_score_is_the_sum_of_the_rules_that_spoke() -> None:
    for each in SEARCHES + OTHERS:
        verdict = judge(each)
        assert verdict.score == sum(points for points, _ in verdict.why)


def test_of_two_text_fields_the_one_named_for_a_query_takes_it() -> None:
    assert judge(form(box("zip"), box("keywords"), action="/search")).field == "keywords"


@given(st.text(max_size=20), st.text(max_size=20))
def test_what_is_filled_in_arrives(query: str, default: str) -> None:
    searching = form(box("a b", "hidden", default), box("q"), action="/s")
    url = template(searching, "http://x.example/", "q")
    assert url is not None
    sent = default.encode("utf-8", "replace").decode()
    assert [("a b", sent), ("q", query)] == arguments(fill(url, query))


CASES = [
    # fields, template's arguments
    ([box("q"), box("x", "checkbox", None), box("y", "radio", "on")], "q={query}&y=on"),
    ([box("q"), box("go", "submit", "Go"), box("map", "submit", "Map")], "q={query}&go=Go"),
    ([box("q"), box("", "submit", None), box("page", "submit", "2")], "q={query}"),
    ([box("q"), Field("off", "hidden", "1", disabled=True), box("", "hidden", "2")], "q={query}"),
    (
        [box("reset", "reset", "r"), box("pic", "image", None), box("q")],
        "pic.x=0&pic.y=0&q={query}",
    ),
    ([box("q"), box("", "image", None), box("pic", "image", None)], "q={query}"),
    ([box("q"), box("go", "submit", "Go"), box("pic", "image", None)], "q={query}&go=Go"),
    (
        [box("q"), Field("c", "select", "cars", options=(("all", "Everything"), ("cars", "Cars")))],
        "q={query}&c=all",
    ),
    (
        [box("q"), Field("sort", "select", "p", options=(("p", "Price"), ("n", "Name")))],
        "q={query}&sort=p",
    ),
]


@pytest.mark.parametrize(("fields", "expected"), CASES)
def test_a_template_sends_what_a_browser_would_and_sets_selects_wide(
    fields: list[Field], expected: str
) -> None:
    url = template(form(*fields, action="/s"), "http://x.example/a/b", "q")
    assert "http://x.example/s?" + expected == url


ACTIONS = [
    # action, base, template
    ("", "http://x.example/a?old=1#f", "http://x.example/a?q={query}"),
    ("find?x=1#y", "http://x.example/a/b", "http://x.example/a/find?q={query}"),
    ("//other.example/s", "https://x.example/", "https://other.example/s?q={query}"),
    ("javascript:go()", "http://x.example/", None),
    ("http://[bad", "http://x.example/", None),
]


@pytest.mark.parametrize(("action", "base", "expected"), ACTIONS)
def test_the_action_is_read_against_the_base_without_its_own_arguments(
    action: str, base: str, expected: str | None
) -> None:
    assert expected == template(form(box("q"), action=action), base, "q")


def test_a_post_form_has_no_template_but_defaults() -> None:
    posted = form(box("q"), box("in", "hidden", "all"), method="post", action="/s")
    assert template(posted, "http://x.example/", "q") is None
    assert defaults(posted, "q") == [("in", "all")]


def test_a_template_names_its_query_argument() -> None:
    assert query_argument("http://x.example/s?a=1&q={query}") == "q"
    assert query_argument("http://x.example/{query}") is None


def test_letters_an_encoding_lacks_are_sent_as_references() -> None:
    assert fill("http://x/?q={query}", "é午", "latin-1") == "http://x/?q=%E9%26%2321320%3B"
