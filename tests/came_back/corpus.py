"""The corpus: sites of every make with what they answered before, and pages of nine classes.

A third of the responses has a status that lies: a full answer under 500, the site's no-match page
under 404, an error, a block or a wall under 200. Everything is drawn by seed and never changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from urllib.parse import quote_plus

from .makes import Frame, Item, Make
from .makes_more import ALL
from .texts import Note, Texts
from .texts_far import LANGUAGES
from .walls import AWAY, PARKED, block, error_alone, login, other_type, shell

CLASSES = "answer no_match error block login script other_type moved away".split()
N_SITES_A_MAKE = 2
_SYLLABLES = "zu qua xi vro ply tze ghu kwa fny oxo".split()


class Response(NamedTuple):
    """What came over the wire for one request."""

    url: str
    query: str
    body: bytes
    status: int | None = 200  # None: no response at all
    content_type: str = "text/html; charset=utf-8"
    final_url: str = ""  # after redirects; empty: the same


class Case(NamedTuple):
    """A response, and what it is."""

    came_back: str
    lies: bool  # the status says something else
    response: Response


class MadeSite(NamedTuple):
    """What a site answered before, and the responses to be judged."""

    name: str
    make: str
    lang: str
    answers: list[Response]  # full ones; of a wall: the wall
    nonsense: list[Response]  # to words that nobody uses
    cases: list[Case]


def sites() -> list[MadeSite]:
    """All of them, always the same."""
    makes = list(ALL.items())
    ordinary = [
        _ordinary(f"{name}{n}", name, make, list(LANGUAGES)[(i + 3 * n) % len(LANGUAGES)])
        for i, (name, make) in enumerate(makes)
        for n in range(N_SITES_A_MAKE)
    ]
    walled = [
        _walled(f"{name}wall{n}", name, make, list(LANGUAGES)[(i + 5 * n + 2) % len(LANGUAGES)])
        for i, (name, make) in enumerate(makes)
        for n in range(N_SITES_A_MAKE)
    ]
    shelled = [
        _shelled(f"{name}shell", name, make, list(LANGUAGES)[(i + 4) % len(LANGUAGES)])
        for i, (name, make) in enumerate(makes)
    ]
    return ordinary + walled + shelled


class _Writer:
    """Writes the pages of one site."""

    def __init__(self, name: str, make: Make, lang: str) -> None:
        self.name, self.make, self.lang = name, make, lang
        self.texts: Texts = LANGUAGES[lang]
        self.draw = Random(f"came back {name}")
        self.found = self.draw.choice(self.texts.found)
        self.none = self.draw.choice(self.texts.none)
        self.box = self.draw.choice(("nowhere", "everywhere", "on no match"))
        self.wall = self.draw.choice(self.texts.login)
        self.style = self.draw.randint(0, 99)
        self.nonsense_words: set[str] = set()
        self.path = self.draw.choice(("/search?q=", "/find.php?lang=x&q=", "/cgi-bin/q?term="))

    def url(self, query: str) -> str:
        return f"http://{self.name}.example{self.path}{quote_plus(query)}"

    def page(self, query: str, middle: str, title: str = "") -> bytes:
        title = title or f"{query} - {self.name}"
        frame = Frame(self.texts, self.lang, self.name.title(), query, title)
        return self.make.page(frame, middle).encode()

    def item(self, query: str) -> Item:
        draw, words = self.draw, self.texts.words
        title = " ".join([query, *draw.sample(words, draw.randint(1, 3))]).capitalize()
        return Item(
            href=f"/{draw.choice(('item', 'record'))}/{draw.randint(1000, 99999)}",
            title=title,
            author=f"{draw.choice('ABCDEFGHKLMNPRST')}. {draw.choice(words).capitalize()}",
            year=draw.randint(1950, 2024),
            price=f"{draw.randint(2, 90)},{draw.randint(10, 99)} €",
            text=" ".join(draw.choices(words, k=draw.randint(6, 14))) + ".",
        )

    def popular(self) -> str:
        words = Random(f"popular {self.name}").sample(self.texts.words, 5)
        rows = "".join(f'<li><a href="{self.url(word)}">{word}</a></li>' for word in words)
        return f"<div><h4>{self.texts.popular}</h4><ul>{rows}</ul></div>"

    def answer(self, query: str, n: int) -> bytes:
        heading = self.found.format(n=n, q=query)
        frame = Frame(self.texts, self.lang, self.name.title(), query, query)
        middle = self.make.items(frame, heading, [self.item(query) for _ in range(n)])
        return self.page(query, middle + (self.popular() if self.box == "everywhere" else ""))

    def no_match(self, query: str) -> bytes:
        note = tuple(part.format(q=query) for part in self.none)
        box = "" if self.box == "nowhere" else self.popular()
        return self.page(query, self.make.note(note) + box)

    def message(self, query: str, note: Note) -> bytes:
        return self.page(query, self.make.note(note), note[0])

    def login(self, query: str) -> bytes:
        middle = login(Random(f"wall {self.style}"), self.wall, query)
        return self.page("", middle, self.wall[0])

    def nonsense(self) -> str:
        """A word that was not asked for yet."""
        while (word := "".join(self.draw.choices(_SYLLABLES, k=4))) in self.nonsense_words:
            pass
        self.nonsense_words.add(word)
        return word


def _ordinary(name: str, make_name: str, make: Make, lang: str) -> MadeSite:
    writer = _Writer(name, make, lang)
    words = writer.draw.sample(writer.texts.words, 20)
    answers = [
        Response(writer.url(word), word, writer.answer(word, writer.draw.randint(3, 12)))
        for word in words[:10]
    ]
    nonsense = [
        Response(writer.url(word), word, writer.no_match(word))
        for word in (writer.nonsense() for _ in range(3))
    ]
    cases = [*_content(writer, words[10:13]), *_failures(writer, words[13:18])]
    cases += _elsewhere(writer, words[18:])
    cases.append(_expired(writer, words[0]))
    return MadeSite(name, make_name, lang, answers, nonsense, cases)


def _walled(name: str, make_name: str, make: Make, lang: str) -> MadeSite:
    """A site that answers every search with the request to log in."""
    writer = _Writer(name, make, lang)
    words = writer.draw.sample(writer.texts.words, 5)
    status = writer.draw.choice((200, 401, 200, 403))

    def wall(word: str) -> Response:
        return Response(writer.url(word), word, writer.login(word), status)

    nonsense = [wall(writer.nonsense()) for _ in range(2)]
    case = Case("login", status == 200, wall(words[4]))
    return MadeSite(name, make_name, lang, [wall(word) for word in words[:4]], nonsense, [case])


def _shelled(name: str, make_name: str, make: Make, lang: str) -> MadeSite:
    """A site whose every answer waits for its script."""
    writer = _Writer(name, make, lang)
    words = writer.draw.sample(writer.texts.words, 5)
    shape = writer.draw.random()

    def answer(word: str) -> Response:
        page = shell(Random(f"shell {shape}"), writer.texts, name.title()).encode()
        return Response(writer.url(word), word, page)

    nonsense = [answer(writer.nonsense()) for _ in range(2)]
    case = Case("script", False, answer(words[4]))
    return MadeSite(name, make_name, lang, [answer(word) for word in words[:4]], nonsense, [case])


def _expired(writer: _Writer, word: str) -> Case:
    """The wall of a site that answered until now, at once or behind a redirect of its own."""
    draw = Random(f"expired {writer.name}")
    status = draw.choice((200, 200, 401, 403))
    aside = f"http://{writer.name}.example/login?next={quote_plus(word)}"
    final_url = aside if status == 200 and draw.random() < 0.6 else ""
    wall = Response(writer.url(word), word, writer.login(word), status, final_url=final_url)
    return Case("login", status == 200, wall)


def _content(writer: _Writer, words: list[str]) -> Iterator[Case]:
    """Answers and no matches, half of them under the status of a failure."""
    url, draw = writer.url, writer.draw
    yield Case("answer", False, Response(url(words[0]), words[0], writer.answer(words[0], 7)))
    single = Response(url(words[1]), words[1], writer.answer(words[1], 1))
    yield Case("answer", False, single)
    full = writer.answer(words[2], draw.randint(3, 9))
    status = draw.choice((500, 404, 403, 503))
    yield Case("answer", True, Response(url(words[2]), words[2], full, status))
    plain, lying = writer.nonsense(), writer.nonsense()
    yield Case("no_match", False, Response(url(plain), plain, writer.no_match(plain)))
    status = draw.choice((404, 403, 404, 500))
    yield Case("no_match", True, Response(url(lying), lying, writer.no_match(lying), status))


def _failures(writer: _Writer, words: list[str]) -> Iterator[Case]:
    """Errors in the site's frame and alone, blocks, a shell."""
    url, draw, texts = writer.url, writer.draw, writer.texts
    framed = writer.message(words[0], draw.choice(texts.error))
    lies = draw.random() < 0.6
    yield Case("error", lies, Response(url(words[0]), words[0], framed, 200 if lies else 500))
    alone = error_alone(draw, draw.choice(texts.error)).encode()
    lies = draw.random() < 0.6
    yield Case("error", lies, Response(url(words[1]), words[1], alone, 200 if lies else 500))
    for word, lies in zip(words[2:4], (True, False), strict=True):
        page = block(draw, draw.choice(texts.block), url(word)).encode()
        status = 200 if lies else draw.choice((403, 429))
        yield Case("block", lies, Response(url(word), word, page, status))
    page = shell(draw, texts, writer.name).encode()
    yield Case("script", False, Response(url(words[4]), words[4], page))


def _elsewhere(writer: _Writer, words: list[str]) -> Iterator[Case]:
    """What only the status or the headers tell."""
    url, draw = writer.url, writer.draw
    kind, body = other_type(draw, writer.texts.words)
    status = draw.choice((200, 200, 404))
    told = Response(url(words[0]), words[0], body, status, kind)
    yield Case("other_type", status != 200, told)
    if draw.random() < 0.5:  # a redirect that was followed, or not
        parked = PARKED.format(name="Find it here").encode()
        told = Response(url(words[1]), words[1], parked, final_url="http://parking.test/lander?x=1")
    else:
        told = Response(url(words[1]), words[1], b"", 302, final_url="http://elsewhere.test/")
    yield Case("moved", False, told)
    code = draw.choice((502, 503, 504, None))
    text = {502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}.get(code or 0)
    page = draw.choice(AWAY).format(status=code, text=text, note=" ".join(writer.texts.away))
    yield Case(
        "away", False, Response(url(words[0]), words[0], page.encode() if code else b"", code)
    )
