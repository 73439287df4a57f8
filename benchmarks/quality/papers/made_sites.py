"""Made-up sources that answer by four kinds of page, as THOR's do: list, single, none, error.

Each seed is another site: its marks (table rows, list items or plain `div`), its frame, its
furniture. Words change with every query, addresses have one form, a frame is on every page. The
mix is that of THOR's sample: 78, 10, 9 and 3 of a hundred.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

MIX = {"list": 78, "single": 10, "none": 9, "error": 3}
_SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va".split()


class MadePage(NamedTuple):
    """One page and its kind."""

    kind: str
    url: str
    body: bytes


def made_site(seed: int, n: int = 110) -> list[MadePage]:
    """n answers of one site, in an order of their own."""
    site = Random(f"site {seed}")
    item = site.choice((_row, _entry, _block))
    frame = _frame(site)
    kinds = [kind for kind, share in MIX.items() for _ in range(round(share * n / 100))]
    kinds = (kinds + ["list"] * n)[:n]
    site.shuffle(kinds)
    return [_page(seed, i, kind, item, frame) for i, kind in enumerate(kinds)]


def _page(
    seed: int, i: int, kind: str, item: Callable[[Random], str], frame: tuple[str, str]
) -> MadePage:
    draw = Random(f"page {seed} {i}")
    query = _word(draw)
    parts = {
        "list": lambda: _list(draw, item, draw.randint(3, 20)),
        "single": lambda: f"<p>One match for <b>{query}</b>.</p>{_list(draw, item, 1)}",
        "none": lambda: f"<p>Nothing matches <i>{query}</i>.</p><hr><p>Try other words.</p>",
        "error": lambda: f"<h2>Error</h2><pre>{_words(draw, 9)}</pre><address>webmaster</address>",
    }
    advert = "<center><img src=/ad.gif></center>" if draw.random() < 0.5 else ""
    text = f"<html><head><title>{query}</title></head><body>{frame[0]}{advert}"
    text += f"{parts[kind]()}{frame[1]}</body></html>"
    return MadePage(kind, f"http://site{seed}.example/search?q={query}&n={i % 3}", text.encode())


def _frame(site: Random) -> tuple[str, str]:
    links = "".join(
        f"<a href=/{_word(site)}>{_word(site)}</a> " for _ in range(site.randint(4, 15))
    )
    form = "<form action=/search><input name=q><input type=submit></form>"
    tags = site.sample(("ul", "table", "div", "font", "blockquote"), 2)
    above = f"<{tags[0]}>{links}</{tags[0]}>{form}<h1>{_words(site, 3)}</h1>"
    return above, f"<{tags[1]}><small>{_words(site, 12)}</small></{tags[1]}>"


def _list(draw: Random, item: Callable[[Random], str], n: int) -> str:
    items = "".join(item(draw) for _ in range(n))
    return f"<table>{items}</table>" if "<tr" in items else f"<div>{items}</div>"


def _row(draw: Random) -> str:
    return f"<tr><td><a href=/i>{_words(draw, 3)}</a></td><td>{_words(draw, 8)}</td></tr>"


def _entry(draw: Random) -> str:
    note = f"<em>{_word(draw)}</em>" if draw.random() < 0.3 else ""
    return f"<dl><dt><a href=/i>{_words(draw, 4)}</a></dt><dd>{_words(draw, 15)}{note}</dd></dl>"


def _block(draw: Random) -> str:
    price = f"<span>{draw.randint(1, 99)} pounds</span>"
    return f"<div><h3><a href=/i>{_words(draw, 3)}</a></h3><p>{_words(draw, 10)}</p>{price}</div>"


def _words(draw: Random, n: int) -> str:
    return " ".join(_word(draw) for _ in range(n))


def _word(draw: Random) -> str:
    return "".join(draw.choices(_SYLLABLES, k=draw.randint(2, 3)))
