"""Laws of URL spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.urls.canonical import (
    arguments,
    canonical,
    site_of,
    without,
)
from upwell.models.urls.manners import owner_of, same_owner

NAMES = st.text("abcxyz[]_ é&=+#%", min_size=1, max_size=5)
VALUES = st.text("abc12 é&=+#%/?", max_size=6)

CASES = [
    # as written, canonical
    ("HTTP://A.Example:80/x/../y", "http://a.example/y"),
    ("http://a.example/?b=2&a=1", "http://a.example/?a=1&b=2"),
    ("http://a.example/x#part", "http://a.example/x"),
    ("http://a.example/x?utm_source=m&q=1&gclid=3", "http://a.example/x?q=1"),
    ("http://a.example/?q=a%20b", "http://a.example/?q=a+b"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://a.example/?q=&r", "http://a.example/?q=&r="),
    ("http://a.example./x", "http://a.example/x"),
    ("http://a.example.:81/x", "http://a.example:81/x"),
    ("  not a url ", "not a url"),
]


@pytest.mark.parametrize(("written", "expected"), CASES)
def test_a_url_has_one_spelling(written: str, expected: str) -> None:
    assert expected == canonical(written)


@given(st.lists(st.tuples(NAMES, VALUES), max_size=5))
def test_the_canonical_form_keeps_the_arguments_and_is_its_own(
    pairs: list[tuple[str, str]],
) -> None:
    from urllib.parse import urlencode

    url = canonical("http://a.example/s?" + urlencode(pairs))
    assert sorted(pairs) == sorted(arguments(url))
    assert url == canonical(url)


@given(st.text(max_size=30))
def test_any_text_has_a_canonical_form(text: str) -> None:
    assert canonical(text) == canonical(canonical(text))


def test_arguments_can_be_left_out_by_name() -> None:
    url = without("http://a.example/s?sort=2&q=x&pre%5Bs%5D=1", {"sort", "pre[s]"}.__contains__)
    assert url == "http://a.example/s?q=x"


HOSTS = [
    # URL, site, owner
    ("https://www.shop.co.uk:443/x", "www.shop.co.uk", "shop.co.uk"),
    ("http://a.b.example.com:8080/", "a.b.example.com:8080", "example.com"),
    ("http://127.0.0.1:81/", "127.0.0.1:81", "127.0.0.1:81"),
    ("http://[::1]:81/", "[::1]:81", "[::1]:81"),
    ("http://me.github.io/", "me.github.io", "me.github.io"),
    ("http://localhost/", "localhost", "localhost"),
    ("http://B.Example.com./x", "b.example.com", "example.com"),
]


@pytest.mark.parametrize(("url", "site", "owner"), HOSTS)
def test_a_url_names_its_site_and_its_owner(url: str, site: str, owner: str) -> None:
    assert (site, owner) == (site_of(url), owner_of(site))


def test_two_ports_are_two_owners_and_two_hosts_of_a_domain_are_one() -> None:
    assert not same_owner("http://[::1]:1/", "http://[::1]:2/")
    assert same_owner("http://www.example.com/", "https://search.example.com/")
    assert not same_owner("http://example.com/", "http://example.org/")
