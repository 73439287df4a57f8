"""Laws of pages whose kind is in question: nothing is told of them that is not likely."""

from __future__ import annotations

import msgspec
import pytest

from upwell.models.site import Reading, Site, SiteModel

from .answers import HOST, WORDS, body, url

STRANGE = b"<table>" + b"<tr><td>a fact %d<td>of another template" * 2 + b"</table>"
STRANGER = b"<dl>" + b"<dt>a word %d<dd>and what <b>it</b> says" * 2 + b"</dl>"


def asked(site: Site, n_lists: int) -> SiteModel:
    """A site that has answered with lists."""
    for i in range(n_lists):
        word = f"{WORDS[i % 14]}{i}"
        site.observe(body(word, 9, turn=i), url(word), word)
    model = site.publish()
    assert model is not None
    return model


def single(i: int) -> tuple[str, str, str]:
    """A single match, which has a layout of its own where others find a list."""
    word = f"lone{WORDS[i % 14]}{i}"
    facts = " ".join(f"{WORDS[(i + k) % 14]} {word} {i * k}" for k in range(3, 12))
    told = f"<h2>A book of {word}</h2><blockquote>{facts}</blockquote>"
    page = body(word, 0, turn=i).decode().replace("Nothing was found.", told)
    return page, url(word), word


def test_the_first_page_without_a_match_is_empty_before_nonsense_was_asked() -> None:
    """The search answers with lists; where its own page shows none, it has found nothing."""
    model = asked(Site(), 24)
    page = body("zqvwx", 0).replace(b"Nothing was found.", b"Nothing was found for <b>zqvwx</b>.")
    assert not model.empty.knows
    assert model.read(page, url("zqvwx"), "zqvwx").empty


def narrowing(word: str) -> bytes:
    """A box of links that ask the same again, with less to answer."""
    links = "".join(
        f'<dd><a href="{url(word)}&amp;subject={subject}">{subject} of {word}</a> <b>({i})</b></dd>'
        for i, subject in enumerate(WORDS[:12])
    )
    return f"<aside><dl><dt>Subject</dt>{links}</dl></aside>".encode()


@pytest.mark.parametrize("n_records", [1, 2])
def test_links_that_narrow_an_answer_are_no_list(n_records: int) -> None:
    """As on the last page of a long answer, of a kind that was never met."""
    model = asked(Site(), 24)
    page = body("heron", n_records).replace(b"</body>", narrowing("heron") + b"</body>")
    assert b"subject=" in page
    reading = model.read(page, url("heron"), "heron")
    assert n_records == len(reading.objects)


def test_a_page_that_the_search_led_to_is_read_though_its_kind_is_new() -> None:
    """Its address does not state the query: it is what was found."""
    model = asked(Site(), 24)
    page, _, word = single(7)
    assert not model.read(page, f"{HOST}/item/7", word).empty


def test_single_matches_in_place_are_read_once_their_kind_is_known() -> None:
    """A kind of answers without a list is no longer a stranger."""
    site = Site()
    asked(site, 24)
    told = [site.observe(*single(i)).empty for i in range(12)]
    assert told[0]
    model = site.publish()
    assert model is not None
    page, address, word = single(40)
    assert not model.read(page, address, word).empty


def test_a_model_is_published_when_the_list_of_the_site_becomes_known() -> None:
    """Else pages are read without it until their number has doubled."""
    site = Site()
    for i in range(20):
        word = f"{WORDS[i % 14]}{i}"
        site.observe(body(word, 1, turn=i), url(word), word)
    assert site.model is not None
    assert not site.model.pagelets.lists
    for i in range(20, 39):
        word = f"{WORDS[i % 14]}{i}"
        site.observe(body(word, 7 + i % 9, turn=i), url(word), word)
    assert site.model.pagelets.lists


def test_a_reading_stands_until_what_it_rests_on_is_known_otherwise() -> None:
    """Lists under all of them; kinds under a stranger's; the message under an answer's."""
    site = Site()
    model = asked(site, 24)
    listed = model.read(body("known", 9), url("known"), "known")
    strange = msgspec.structs.replace(listed, cluster=-1)
    nothing = msgspec.structs.replace(listed, empty=True)
    for i in range(6):
        site.observe(body(f"zq{i}", 0), url(f"zq{i}"), f"zq{i}", nonsense=True)
    later = site.publish()
    assert later is not None
    assert later.empty.knows
    assert later.n_clusters > model.n_clusters

    def stands(reading: Reading, then: SiteModel, now: SiteModel) -> bool:
        return then.basis(reading) in now.bases()

    assert stands(listed, model, model)
    assert not stands(listed, model, later)
    assert not stands(strange, model, later)
    assert not stands(nothing, model, later)
    assert stands(nothing, later, later)
    assert stands(listed, later, later)


def test_a_page_that_nobody_asked_for_is_not_empty_for_what_one_empty_page_said() -> None:
    """A single answer to nonsense shows much that is none of its message."""
    site = Site()
    asked(site, 24)
    site.observe(body("zq", 0), url("zq"), "zq", nonsense=True)
    model = site.publish()
    assert model is not None
    page = single(3)[0]
    message = b"<p>Nothing was found.</p>" + page.encode()
    assert model.empty.knows
    assert not model.read(message, f"{HOST}/item/3").empty
