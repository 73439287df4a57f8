"""Whatever is fed to a site has a clear outcome, and what is no page teaches nothing."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.site import Site

from .answers import body, url

NO_PAGES = {
    "nothing": (b"", "empty"),
    "white space": (b" \n\t", "empty"),
    "zeros": (bytes(100), "empty"),
    "an image": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "not_html"),
    "an archive": (gzip.compress(b"<p>a page</p>"), "not_html"),
    "a document": (b"%PDF-1.7 and so on", "not_html"),
    "noise": (bytes((7 * n * n + n) % 256 for n in range(3000)), "not_html"),
    "an interface's answer": (b'[{"title": "Otters"}]', "not_html"),
}


@pytest.mark.parametrize("name", NO_PAGES)
def test_what_is_no_page_is_said_to_be_none_and_teaches_nothing(name: str) -> None:
    data, outcome = NO_PAGES[name]
    site = Site()
    site.observe(body("known", 9), url("known"), "known")
    before = site.save()
    reading = site.observe(data, url("strange"), "strange")
    assert before == site.save()
    model = site.publish()
    assert model is not None
    came_back = "no_match" if outcome == "empty" else "other_type"
    assert (outcome, came_back, []) == (reading.outcome, reading.came_back, reading.objects)
    assert reading.empty == (came_back == "no_match")
    assert outcome == model.read(data, url("strange")).outcome


PAGE = body("known", 9)
HEADS: dict[str, tuple[bytes, dict[str, Any], str]] = {
    "a page, as ever": (
        PAGE,
        {"status": 200, "content_type": "text/html; charset=utf-8"},
        "answer",
    ),
    "data that looks like text": (b"<a>1</a>", {"content_type": "text/csv"}, "other_type"),
    "data that is missing": (b"a;b", {"status": 404, "content_type": "text/csv"}, "other_type"),
    "another owner's page": (PAGE, {"final_url": "http://parked.test/"}, "moved"),
    "a redirect that nobody followed": (
        b"",
        {"status": 302, "final_url": "http://other.test/"},
        "moved",
    ),
    "a page of its own elsewhere": (PAGE, {"final_url": url("elsewhere")}, "answer"),
    "nothing but a status": (b"", {"status": 503}, "away"),
    "no response": (b"", {"status": None}, "away"),
    "a refusal": (b"<p>no</p>", {"status": 429}, "block"),
    "a failure": (b"<p>no</p>", {"status": 500}, "error"),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_site_hears_what_the_response_says_besides_the_page(name: str) -> None:
    data, head, came_back = HEADS[name]
    reading = Site().observe(data, url("strange"), "strange", **head)
    assert came_back == reading.came_back
    assert (head.get("final_url") or url("strange")) == reading.url


def test_text_without_a_tag_and_a_page_of_frames_are_pages() -> None:
    site = Site()
    frames = "<frameset cols='20%,80%'><frame src=a.html><frame src=b.html></frameset>"
    told = [site.observe(one, url(one[:3])) for one in (frames, "only a few words", "{no json")]
    assert ["ok"] * 3 == [reading.outcome for reading in told]
    assert told[0].empty


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-16", "shift_jis", "iso2022_jp", "euc_jp", "gb18030", "big5", "cp1251"],
)
def test_a_page_in_any_encoding_is_a_page(encoding: str) -> None:
    """Only bytes that no text has are counted: not the escapes of ISO-2022, not wide letters."""
    text = {"big5": "水獺的書", "cp1251": "книги о выдрах"}.get(encoding, "かわうその本")
    page = f"<html><meta charset={encoding}><ul>" + f"<li><a href=/1>{text}</a>" * 40
    assert "ok" == Site().observe(page.encode(encoding), "http://a.example/").outcome


def test_half_of_a_pair_of_surrogates_ends_nothing() -> None:
    assert "ok" == Site().observe("<p>half a sign \ud800 here</p>", "http://a.example/").outcome


@given(st.binary(max_size=200))
def test_any_bytes_have_an_outcome(data: bytes) -> None:
    assert Site().observe(data).outcome in {"ok", "empty", "not_html"}


def test_a_thousand_copies_are_one_kind_of_page() -> None:
    site = Site()
    for n in range(300):
        site.observe(body("same", 9), url(f"copy{n}"))
    model = site.publish()
    assert model is not None
    assert 1 == model.n_clusters
    assert len(site.save()) < 20_000
