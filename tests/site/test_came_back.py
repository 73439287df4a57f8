"""What came back is told by evidence, though the status of each third page lies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from upwell.models.pages import signs as signs_room
from upwell.models.pages.came_back import CameBack, Response
from upwell.models.site import Reading, Site, SiteModel, observe
from upwell.models.tree.parse import parse

from .answers import WORDS, asked, body, url

ERRORS = {
    "en": ("Something went wrong", "Your request could not be processed. Please try again."),
    "de": ("Es ist ein Fehler aufgetreten", "Bitte versuchen Sie es in einigen Minuten erneut."),
    "pl": ("Wystąpił błąd", "Prosimy spróbować ponownie za kilka minut."),
    "ja": ("エラーが発生しました", "しばらくしてからもう一度お試しください。"),
    "tr": ("Bir hata oluştu", "Lütfen birkaç dakika sonra yeniden deneyin."),
    "el": ("Παρουσιάστηκε σφάλμα", "Δοκιμάστε ξανά σε λίγα λεπτά."),
}
GUARDS = {
    "en": ("Access denied", "Automated requests come from your address."),
    "fr": ("Accès refusé", "Un trafic inhabituel vient de votre adresse."),
    "ru": ("Доступ запрещён", "Подтвердите, что вы не робот."),
    "zh": ("访问被拒绝", "请证明您不是机器人"),
    "es": ("Acceso denegado", "Hay un tráfico inusual desde su dirección."),
    "ko": ("접근이 거부되었습니다", "로봇이 아닙니다 라고 표시해 주세요."),
}
STATUSES: dict[str, int] = {"error": 500, "block": 403, "login": 401, "script": 200}


class Made(NamedTuple):
    """A page, its status, and what it is."""

    page: bytes
    query: str
    status: int
    true: CameBack


@cache
def model() -> SiteModel:
    """A site that was asked words and nonsense."""
    site = Site()
    for tree, seen in asked() + asked()[:10]:
        known = Response(200)
        learned = observe(tree, seen.url, seen.query, seen.nonsense, known)
        site.state.fold(site.state.with_vote(learned, tree))
    found = site.publish()
    assert found is not None
    return found


def read(made: Made) -> Reading:
    """The page as a crawl reads it."""
    address = url(made.query)
    tree = parse(made.page, url=address)
    seen = observe(tree, address, made.query, response=Response(made.status))
    return model().read_tree(tree, seen)


def framed(query: str, middle: str) -> bytes:
    """The frame of the site with another middle."""
    none = b'<p class="none">Nothing was found.</p>'
    head = f"<h1>Results for {query}</h1>".encode()
    return body(query, 0).replace(head, b"").replace(none, middle.encode())


def makes(title: str, text: str, query: str, more: str = "") -> Iterator[bytes]:
    """One message in three makes: in the frame, by itself, and in a table."""
    yield framed(query, f'<div class="alert"><h2>{title}</h2><p>{text}</p>{more}</div>')
    yield f"<html><title>{title}</title><body><h1>{title}</h1><p>{text}</p>{more}</html>".encode()
    yield f"<table><tr><td><b>{title}</b><td>{text} {more}<tr><td>Imprint<td></table>".encode()


def corpus() -> Iterator[Made]:
    """Pages of every class that has a page; the status of each third one lies."""
    form = "<form method=post>Name <input name=n> <input type=password name=p></form>"
    app = b"<html><body><div id=app></div><script src=/app.js></script></body></html>"
    made: list[tuple[bytes, str, CameBack]] = []
    for i, word in enumerate(WORDS * 4):
        query = f"{word}{i}"
        error, guard = (list(each.values())[i % 6] for each in (ERRORS, GUARDS))
        made += [(page, query, "error") for page in makes(*error, query)]
        made += [(page, query, "block") for page in [*makes(*guard, query)][1:]]
        made += [(page, query, "login") for page in makes("Welcome", "Members only", query, form)]
        made.append((app, query, "script"))
        made += [(body(query, n), query, "answer") for n in (1, 3, 8)]
        made.append((body(query, 0), query, "no_match"))
    for i, (page, query, true) in enumerate(made):
        status = STATUSES.get(true, 404 if true == "no_match" and i % 2 else 200)
        lie = 404 if true == "answer" else 200
        yield Made(page, query, lie if i % 3 == 0 else status, true)


def share_right() -> float:
    """Of the corpus, what was told as what it is."""
    found = [read(made).came_back == made.true for made in corpus()]
    assert len(found) >= 300
    return sum(found) / len(found)


def test_pages_of_every_class_are_told_as_what_they_are() -> None:
    assert share_right() >= 0.98


def test_no_page_that_is_no_answer_tells_an_object() -> None:
    assert not any(read(made).objects for made in corpus() if made.true != "answer")


def test_what_answers_is_read_whatever_its_status_says() -> None:
    found = [read(made) for made in corpus() if made.true == "answer" and made.status != 200]
    assert found
    assert all(one.came_back == "answer" and one.objects for one in found)


def test_without_a_word_status_kind_form_and_contrast_tell_nine_of_ten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a site in a language of which there are no phrases."""
    monkeypatch.setattr(signs_room, "phrases", lambda kind: ())
    assert share_right() >= 0.9


def test_a_refusal_teaches_nothing() -> None:
    """Nonsense that a guard answered shows nothing of how the site says that there is nothing."""
    site = Site()
    for i, (title, text) in enumerate(GUARDS.values()):
        page = next(iter(makes(title, text, f"zq{i}")))
        tree = parse(page, url=url(f"zq{i}"))
        seen = observe(tree, url(f"zq{i}"), f"zq{i}", True, Response(403))
        site.state.fold(site.state.with_vote(seen, tree))
    assert not site.state.empty.nonsense
