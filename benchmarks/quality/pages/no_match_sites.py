"""Made sites that answer a question without a match in as many ways as sites do.

One database behind a dozen makes. Two are those on which the paper's own filter fails (fig. 8): one
answers a question without a match with matches of another, one lists all its brands on every page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from upwell.models.tree.parse import parse

if TYPE_CHECKING:
    from .empty import Answer

HOST = "http://made.example"
N_RECORDS, N_WORDS, PER_PAGE = 400, 500, 10
_SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split()


class Record(NamedTuple):
    """One thing of the database."""

    number: int
    title: str
    text: str


class Shop:
    """A database, and what its pages have in common."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(f"made {seed}")
        words = {"".join(self.draw.choices(_SYLLABLES, k=3)) for _ in range(N_WORDS)}
        self.words = sorted(words)
        weights = [1 / (i + 4) for i in range(len(self.words))]
        common = self.draw.sample(self.words, len(self.words))
        self.records = [
            Record(
                i,
                " ".join(self.draw.choices(common, weights, k=3)),
                " ".join(self.draw.choices(common, weights, k=14)),
            )
            for i in range(N_RECORDS)
        ]
        self.brands = "".join(f"<option>{word} works</option>" for word in self.words[:90])
        self.brand_list = "".join(f"<li>{word} works</li>" for word in self.words[:150])

    def matching(self, query: str) -> list[Record]:
        """Records that hold the word."""
        return [one for one in self.records if query in f"{one.title} {one.text}".split()]

    def some(self, n: int) -> list[Record]:
        """Records drawn anew on each visit."""
        return self.draw.sample(self.records, n)


def listed(records: Sequence[Record], name: str = "hit") -> str:
    """Records as a list of one class."""
    rows = "".join(
        f'<li class="{name}"><a href="/item/{one.number}">{one.title}</a><p>{one.text}</p></li>'
        for one in records[:PER_PAGE]
    )
    return f'<ol class="{name}s">{rows}</ol>' if rows else ""


def _found(query: str, records: Sequence[Record]) -> str:
    return f"<h2>{len(records)} results for {query}</h2>{listed(records)}"


def sentence(shop: Shop, query: str) -> str:
    """The same frame with a sentence."""
    found = shop.matching(query)
    return _found(query, found) if found else f'<p class="sorry">Nothing matches {query}.</p>'


def zero(shop: Shop, query: str) -> str:
    """The page of a full answer with 0 in it."""
    return _found(query, shop.matching(query))


def table(shop: Shop, query: str) -> str:
    """A table with its heading row, with or without others."""
    rows = "".join(
        f"<tr><td>{one.number}</td><td><a href='/item/{one.number}'>{one.title}</a></td>"
        f"<td>{one.text}</td></tr>"
        for one in shop.matching(query)[:PER_PAGE]
    )
    return f"<table><tr><th>No.</th><th>Title</th><th>What it is</th></tr>{rows}</table>"


def popular(shop: Shop, query: str) -> str:
    """What others like, in the markup of the results."""
    found = shop.matching(query)
    if found:
        return _found(query, found)
    return f"<h2>Sorry, no results for {query}</h2><h3>Others like</h3>{listed(shop.some(6))}"


def home(shop: Shop, query: str) -> str:
    """The front page and its list."""
    found = shop.matching(query)
    if found:
        return _found(query, found)
    return f"<h1>Welcome to our shop</h1><p>New this week:</p>{listed(shop.records[:8], 'new')}"


def meant(shop: Shop, query: str) -> str:
    """Another word of the site, where one is near; nonsense is near to none."""
    found = shop.matching(query)
    if found:
        return _found(query, found)
    near = next((word for word in shop.words if word[:4] == query[:4] and word != query), "")
    asked = f'<p>Did you mean <a href="/s?q={near}">{near}</a>?</p>' if near else ""
    return f'<p class="none">Your search for {query} found nothing at all.</p>{asked}'


def reformulated(shop: Shop, query: str) -> str:
    """Matches of a related question in place of none (fig. 8a); nonsense has no relation."""
    found = shop.matching(query)
    if found:
        return _found(query, found)
    near = [one for word in shop.words if word[:4] == query[:4] for one in shop.matching(word)]
    other = f"<p>Shown instead: related goods</p>{listed(near)}" if near else ""
    return f"<h2>Your search for {query} returned 0 items</h2>{other}"


def brands(shop: Shop, query: str) -> str:
    """All brands on every page (fig. 8b)."""
    return f'<ul class="brands">{shop.brand_list}</ul>{sentence(shop, query)}'


def word(shop: Shop, query: str) -> str:
    """A single word that full answers have elsewhere."""
    found = shop.matching(query)
    return _found(query, found) if found else '<div class="box">Results</div>'


def silent(shop: Shop, query: str) -> str:
    """Not a word: the list is not there."""
    return f"<h2>Search</h2>{listed(shop.matching(query))}"


def several(shop: Shop, query: str) -> str:
    """One of three sentences, by the length of the word."""
    found = shop.matching(query)
    if found:
        return _found(query, found)
    says = ("We looked everywhere and found nothing.", "Not one of our goods is called {}.")
    last = "There is no such thing in our stock."
    return f"<p>{(*says, last)[len(query) % 3].format(query)}</p>"


def sections(shop: Shop, query: str) -> str:
    """Two lists, of titles and of texts; one may say that it has nothing, the other not."""
    titles = [one for one in shop.matching(query) if query in one.title.split()]
    texts = [one for one in shop.matching(query) if query in one.text.split()]
    first = listed(titles, "title") or "<p class=no>No titles were found.</p>"
    second = listed(texts, "text") or "<p class=no>No texts were found here.</p>"
    return f"<h3>Titles</h3>{first}<h3>Texts</h3>{second}"


def wide(shop: Shop, query: str) -> str:
    """A sentence in a script without spaces."""
    found = shop.matching(query)
    said = f"<p>「{query}」に一致する商品は見つかりませんでした</p>"
    return f"<p>{len(found)}件の商品</p>{listed(found)}" if found else said


def alone(shop: Shop, query: str) -> str:
    """A single match has a page of its own, without a list."""
    found = shop.matching(query)
    if len(found) == 1:
        return f"<h2>{found[0].title}</h2><p class=text>{found[0].text}</p><p>In stock</p>"
    return sentence(shop, query)


MAKES: dict[str, Callable[[Shop, str], str]] = {
    make.__name__: make
    for make in (
        sentence, zero, table, popular, home, meant, reformulated,
        brands, word, silent, several, sections, wide, alone,
    )
}  # fmt: skip


def page(shop: Shop, make: Callable[[Shop, str], str], query: str) -> bytes:
    """One visit."""
    advert = shop.draw.choice(shop.words)
    return f"""<html><head><title>Shop</title></head><body><div class="top"><a href="/">Home</a>
      <a href="/help">Help and contact</a><a href="/cart">Cart (0)</a>
      <form action="/s"><input name="q" value="{query}"><select name="b">{shop.brands}</select>
      </form></div><div class="main">{make(shop, query)}</div>
      <div class="ad">Buy {advert} now!</div>
      <div class="foot">All rights reserved. Made in {shop.draw.randint(2, 90)} ms.</div>
      </body></html>""".encode()


def made_pages(name: str, seed: int, learned: int = 60, judged: int = 100) -> list[Answer]:
    """Answers of one make: to ten nonsense words, then to words, a third of them of no record."""
    from .empty import Answer

    shop, make = Shop(seed), MAKES[name]
    draw = Random(f"words {seed}")
    held = sorted({w for one in shop.records for w in f"{one.title} {one.text}".split()})
    odd = ["zq" + "".join(draw.choices("xvwkj", k=n)) for n in range(4, 14)]
    asked = draw.sample(held, (learned + judged) * 2 // 3)
    while len(asked) < learned + judged:
        unknown = "".join(draw.choices(_SYLLABLES, k=3))
        if unknown not in shop.words and unknown not in asked:
            asked.append(unknown)
    draw.shuffle(asked)
    out = []
    for query, nonsense in [*((q, True) for q in odd), *((q, False) for q in asked)]:
        url = f"{HOST}/s?q={query}"
        tree = parse(page(shop, make, query), url=url)
        out.append(Answer(tree, url, query, not shop.matching(query), nonsense))
    return out
