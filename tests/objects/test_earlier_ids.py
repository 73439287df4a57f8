"""Laws of ids that objects had under other rules."""

from __future__ import annotations

import pytest

from upwell.models.objects.earlier_ids import Found, earlier_ids
from upwell.models.objects.identity import object_id
from upwell.models.objects.params import MOST_ARGUMENTS
from upwell.models.urls.address import address_of

SITE = "a.example"


def id_of(url: str) -> str:
    return object_id(SITE, address_of(url), "")


RULES = [  # the link, its address by the rule of today, and by an earlier one
    ("/book?id=7&sid=x", "/book?id=7", "/book?id=7&sid=x"),  # a session is left out now
    ("/book?id=7&q=red", "/book?id=7", "/book?id=7&q=red"),  # so is the question
    ("/book?id=7&view=2", "/book?id=7&view=2", "/book?id=7"),  # an argument is found to be needed
    ("/book?a=1&b=2&c=3", "/book?a=1", "/book?b=2&c=3"),
]


@pytest.mark.parametrize(("link", "now", "before"), RULES)
def test_a_link_of_which_other_arguments_count_is_the_same_object(
    link: str, now: str, before: str
) -> None:
    url, new, old = (f"http://{SITE}{path}" for path in (link, now, before))
    found = [Found(id_of(new), url, "Red bus"), Found(id_of(f"{new}0"), f"{url}0", "Blue bus")]
    assert {id_of(old): id_of(new)} == earlier_ids(SITE, found, {id_of(old), "ad"}, ())


def test_an_object_that_was_told_by_its_text_has_a_link_now() -> None:
    url = f"http://{SITE}/book/7"
    before = object_id(SITE, None, "Red bus")
    assert {before: id_of(url)} == earlier_ids(
        SITE, [Found(id_of(url), url, "Red bus")], {before}, ()
    )


def test_what_the_page_still_shows_and_what_it_shows_no_more_is_nobodys() -> None:
    url = f"http://{SITE}/book?id=7&sid=x"
    one = Found(id_of(f"http://{SITE}/book?id=7"), url, "Red bus")
    assert {} == earlier_ids(SITE, [one], {id_of(f"http://{SITE}/book?id=8&sid=x")}, ())
    assert {} == earlier_ids(SITE, [one], {id_of(url)}, {one.id})
    assert {} == earlier_ids(SITE, [one], (), ())


def test_an_address_of_many_arguments_is_tried_without_some_of_them() -> None:
    for n_left_out, found in ((MOST_ARGUMENTS, True), (MOST_ARGUMENTS + 1, False)):
        more = "".join(f"&b{n}={n}" for n in range(n_left_out))
        url = f"http://{SITE}/book?z=1{more}"
        before = id_of(f"http://{SITE}/book?z=1")
        assert found == bool(earlier_ids(SITE, [Found(id_of(url), url, "Bus")], {before}, ()))
