"""What is asked by POST: addresses that tell answers apart, and the fields they stand for."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.canonical import canonical
from upwell.models.urls.pager import pager_links
from upwell.models.urls.template import fill, form_fields, posted_template, template

FORM = (
    "<form method=post action='/s?lang=en'><input type=hidden name=state value=x{0}>"
    "<input name=q><select name=n><option>10</select><button>Search</button>"
)
ASKED = "http://a.example/s?lang=en&q={query}&n=10#post"
PAGE = "http://a.example/s?lang=en&q=red+bus&n=10#post"


@pytest.mark.parametrize("state", ["1", "2"])
def test_what_a_page_sets_anew_is_no_part_of_the_address(state: str) -> None:
    form = parse((FORM.format(state) + "</form>").encode()).forms[0]
    assert ASKED == posted_template(form, "http://a.example/", "q")
    assert template(form, "http://a.example/", "q") is None


def test_an_address_stands_for_the_fields_and_the_action_keeps_its_own() -> None:
    url = fill(ASKED, "red bus")
    assert [("q", "red bus"), ("n", "10")] == form_fields(url, "http://a.example/s?lang=en")
    assert canonical(url) != canonical(fill(ASKED, "blue bus"))


def test_buttons_of_the_form_itself_turn_pages() -> None:
    buttons = "".join(f"<button name=page value={n}>{n}</button>" for n in (2, 3, 4))
    held = (
        FORM.format(7)
        .replace("name=q", "name=q value='red bus'")
        .replace("<select name=n><option>10</select>", "")
    )
    page = f"{held}<b>1</b>{buttons}</form>"
    url = "http://a.example/s?lang=en&q=red+bus#post"
    links = pager_links(parse(page.encode(), url=url), url, "red bus", posts=True)
    assert [2, 3, 4] == [link.page for link in links]
    assert f"{url.removesuffix('#post')}&page=2#post" == links[0].url
    assert [] == pager_links(parse(page.encode(), url=url), url, "red bus")


def test_a_small_form_for_each_page_turns_pages() -> None:
    each = (
        "<form method=post action='/s'><input type=hidden name=q value='red bus'><input "
        "type=hidden name=page value={0}><button>{0}</button></form>"
    )
    page = f"<b>1</b>{''.join(each.format(n) for n in (2, 3))}"
    url = "http://a.example/s?q=red+bus#post"
    links = pager_links(parse(page.encode(), url=url), url, "red bus", posts=True)
    assert ["http://a.example/s?q=red+bus&page=2#post"] == [links[0].url]
