"""Laws of sites that show a wall in place of answers: the crawl ends soon, and says which."""

from __future__ import annotations

import pytest

from tests.site.answers import WORDS
from upwell.streams.records import Change, SiteStatus

from .paged import TITLES, Paged, page_of
from .ring import Answer, Ring

LOGINS = {
    "alone": "<form method=post>Name <input name=n> Word <input type=password></form>",
    "in a frame": '<h1>Anmelden</h1><p>Bitte melden Sie sich an.</p><form method="post">'
    '<input name="user"><input name="pw" type="password"><button>Weiter</button></form>',
    "as a dialog": '<div role="dialog"><h2>Connexion</h2><label>Courriel <input type="email">'
    '</label><label>Mot de passe <input type="password"></label></div>',
}
SHELLS = {
    "empty": '<div id="app"></div><script src="/app.js"></script>',
    "noscript": "<noscript>Please enable JavaScript.</noscript><script>start()</script>",
    "loading": '<main><p>Loading</p></main><script type="module" src="/m.js"></script>',
}
FORM = '<form action="/search"><input type="search" name="q"><button>Search</button></form>'


class Walled(Paged):
    """A home page with a form; every question shows the wall."""

    def __init__(self, wall: str, everywhere: bool = False) -> None:
        super().__init__(40)
        self.wall, self.everywhere = wall, everywhere

    def __call__(self, url: str) -> Answer:
        self.asked.append(url)
        if "/search" in url or self.everywhere:
            return "ok", 200, f"<html><body>{self.wall}</body></html>".encode()
        return "ok", 200, page_of([], 0, "/", "Welcome to the library of the town", 1)


def last(site: Paged) -> SiteStatus:
    ring = Ring(site).open(max_pages=300)
    assert [] == ring.of(Change)
    status: SiteStatus = ring.of(SiteStatus)[-1]
    assert "parked" == status.phase
    return status


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("make", LOGINS)
def test_a_site_behind_a_log_in_says_so(make: str, everywhere: bool) -> None:
    site = Walled(LOGINS[make], everywhere)
    assert "a name and a password" in last(site).reason
    assert len(site.asked) <= 30


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("make", SHELLS)
def test_a_site_of_scripts_alone_says_so(make: str, everywhere: bool) -> None:
    site = Walled(SHELLS[make], everywhere)
    assert "scripts" in last(site).reason
    assert len(site.asked) <= 30


def test_a_box_to_log_in_beside_what_says_that_nothing_matches_is_no_wall() -> None:
    """Nothing but the box stands there, and answers have it as well; a model knows that."""

    class Boxed(Paged):
        def __call__(self, url: str) -> Answer:
            outcome, status, html = super().__call__(url)
            box = LOGINS["alone"].encode()
            if "/search" in url and b'<p class="none">' in html:
                html = b"<html><body><h1>No match</h1></body></html>"
            html = html.replace(b"</li>", b" and what it says on its first pages, all of it" * 9)
            return outcome, status, html.replace(b"</body>", box + b"</body>")

        def find(self, query: str) -> list[int]:
            return list(range(9)) if query == "stop" else super().find(query)[:9]

    ring = Ring(Boxed(60)).open(max_pages=200)
    assert "password" not in ring.of(SiteStatus)[-1].reason


def test_a_page_or_two_behind_a_log_in_are_no_wall() -> None:
    class Members(Paged):
        def __call__(self, url: str) -> Answer:
            if "/help" in url or "q=signal" in url:
                return "ok", 200, LOGINS["alone"].encode()
            return super().__call__(url)

        def find(self, query: str) -> list[int]:
            return super().find(query) if query else list(range(self.n))

    ring = Ring(Members(40)).open(max_pages=200)
    assert 40 == len({change.id for change in ring.of(Change)})
    assert "password" not in ring.of(SiteStatus)[-1].reason


def test_a_question_without_a_match_is_no_wall_where_the_site_says_404() -> None:
    """The words of a dictionary find nothing here, nor does the form sent empty."""

    class Missing(Paged):
        def __call__(self, url: str) -> Answer:
            outcome, _, html = super().__call__(url)
            if "/search" not in url:
                html = html.replace(b"Welcome", " ".join(f"{word}s" for word in TITLES).encode())
            return outcome, 404 if b'class="none"' in html and "/search" in url else 200, html

        def find(self, query: str) -> list[int]:
            known = query.endswith("s") or query in WORDS
            return super().find(query.removesuffix("s")) if known else []

    ring = Ring(Missing(60)).open(max_pages=300)
    assert 60 == len({change.id for change in ring.of(Change)})


def test_a_site_that_answers_everything_with_404_is_given_up() -> None:
    class Gone(Paged):
        def __call__(self, url: str) -> Answer:
            outcome, status, html = super().__call__(url)
            return (outcome, 404, b"<h1>Not found") if "/search" in url else (outcome, status, html)

    site = Gone(60)
    assert "parked" == last(site).phase
    assert len(site.asked) <= 150
