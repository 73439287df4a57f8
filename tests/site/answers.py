"""Answer pages of a made-up site: a list, a box that repeats the query, a rotating box, a clock."""

from __future__ import annotations

from upwell.models.site import Observation, observe
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = (
    "amber birch cedar delta ember fjord grove haven inlet jetty knoll larch meadow north".split()
)
HOST = "http://library.example"


def url(query: str, page: int = 1) -> str:
    """Address of one page of an answer."""
    return f"{HOST}/search?q={query}" + (f"&page={page}" if page > 1 else "")


def item(query: str, number: int) -> str:
    """One record; what it says belongs to its query, as the records of a database do."""
    start = sum(map(ord, query)) * 31 + number * 17
    one, two, three = (WORDS[(start // step) % len(WORDS)] for step in (1, 14, 196))
    return (
        f'<li class="hit"><h3><a href="/item/{query}-{number}">The {one} of {query} and {two}'
        f"</a></h3><p>{two} {three} {one}: a book about {query} in {start} pages.</p></li>"
    )


def body(query: str, n: int, page: int = 1, turn: int = 0) -> bytes:
    """A page with `n` records; none is a page without a match."""
    related = "".join(
        f'<li><a href="/search?q={query}+{w}">{query} {w}</a></li>' for w in WORDS[:5]
    )
    first = (page - 1) * 100
    hits = "".join(item(query, first + i) for i in range(n))
    answer = f'<ol class="hits">{hits}</ol>' if n else '<p class="none">Nothing was found.</p>'
    return f"""<html><body><div class="top"><a href="/">Home</a> <a href="/help">Help</a>
      <form action="/search"><input name="q" value="{query}"></form></div>
      <div class="main"><h1>Results for {query}</h1>{answer}</div>
      <div class="side"><h4>Related</h4><ul class="related">{related}</ul>
      <div class="ad"><a href="/go/{turn}">Buy lamp {turn} for {turn * 7} pounds</a></div></div>
      <div class="foot">Page made in {turn} ms. Terms and conditions apply.</div></body></html>
      """.encode()


def seen(
    query: str, n: int, page: int = 1, turn: int = 0, nonsense: bool = False
) -> tuple[TagTree, Observation]:
    """A page as the agents see it."""
    address = url(query, page)
    tree = parse(body(query, n, page, turn), url=address)
    return tree, observe(tree, address, query, nonsense)


def asked() -> list[tuple[TagTree, Observation]]:
    """What a first round of questions brings: many, several, one, none; nonsense; page 2."""
    pages = []
    for turn, word in enumerate(WORDS):
        n = (12, 3, 7, 0, 1, 9)[turn % 6]
        pages.append(seen(word, n, turn=turn))
        if n == 12:
            pages.append(seen(word, 5, page=2, turn=turn + 50))
        if turn < 6:
            pages.append(seen(f"xq{word[::-1]}", 0, turn=turn + 90, nonsense=True))
    return pages
