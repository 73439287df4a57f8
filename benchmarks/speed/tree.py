"""Cost of columns and links in P, of terms in W: `python -m benchmarks.speed.tree`.

Answer pages of our own making (12 kB, 20 results each) and pages of WCXB; the sketch's figures
are those of a walk that kept tags and text alone, on the like pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from benchmarks.quality.datasets import pages, unpacked
from benchmarks.quality.figures import Figure, show
from upwell.models import compiled
from upwell.models.text import terms
from upwell.models.tree import links_of, parse

from .harness import look_up_only, parse_only, ratios

_URL = "http://example.org/search?q=x"
_SKETCH = {
    "columns on made": 2.09,
    "columns on wcxb": 1.51,
    "links on made": 0.36,
    "links on wcxb": 0.02,
}
_WORDS = "river stone lamp garden window paper silver winter bridge music"


def measure(quick: bool = False) -> list[Figure]:
    """Parse to columns (lxml's parse included), terms of all text, links: a page, in P."""
    n, rounds = (20, 3) if quick else (60, 7)
    sets = {"made": [_made(seed) for seed in range(n)]}
    if (root := unpacked("wcxb")) is not None:
        sets["wcxb"] = [page.body for page in islice(pages(root), 0, 6 * n, 6)]
    return [
        Figure(f"{step} [{unit}]", value, _SKETCH.get(step), better="lower")
        for name, bodies in sets.items()
        for unit, costs in (("P", _columns), ("W", _terms))
        for step, value in costs(name, bodies, rounds).items()
    ]


def _columns(name: str, bodies: Sequence[bytes], rounds: int) -> dict[str, float]:
    """All columns that issue 4 names are there when `parse` returns."""
    trees = [parse(body) for body in bodies]
    lexbor = partial(parse, engine="lexbor")
    steps = {
        f"columns on {name}": partial(_over, bodies, parse),
        f"columns on {name}, pure": partial(_purely, bodies, parse),
        f"columns on {name}, lexbor": partial(_over, bodies, lexbor),
        f"columns on {name}, lexbor, pure": partial(_purely, bodies, lexbor),
        f"visible text on {name}": partial(_over, trees, lambda tree: tree.visible(0, tree.n)),
        f"links on {name}": partial(_over, trees, lambda tree: links_of(tree, _URL)),
    }
    return ratios(parse_only(bodies), steps, rounds)


def _terms(name: str, bodies: Sequence[bytes], rounds: int) -> dict[str, float]:
    """Terms of texts that hold ASCII alone, and of the others."""
    texts = [tree.visible(0, tree.n) for tree in map(parse, bodies)]
    found: dict[str, float] = {}
    for script, ascii_alone in (("ASCII", True), ("others", False)):
        if of := [text for text in texts if text.isascii() == ascii_alone]:
            work = partial(_over, of, terms)
            found |= ratios(look_up_only(of), {f"terms on {name}, {script}": work}, rounds)
    return found


def _over(items: Sequence[Any], work: Callable[[Any], object]) -> None:
    for item in items:
        work(item)


def _purely(items: Sequence[Any], work: Callable[[Any], object]) -> None:
    """The same without the kernels; with none built, the same."""
    with compiled.pure():
        _over(items, work)


def _made(seed: int) -> bytes:
    """An answer page: head, menu, search form, twenty results, pager, foot."""
    random, words = Random(seed), _WORDS.split()

    def some(n: int) -> str:
        return " ".join(random.choices(words, k=n))

    menu = "".join(f"<li class=nav><a href='/{word}'>{word}</a></li>" for word in words)
    results = "".join(
        f"<div class='result row'><h3><a href='/item?id={seed * 100 + i}'>{some(5)}</a></h3>"
        f"<p class=snippet>{some(24)} <b>{some(1)}</b> {some(20)}</p>"
        f"<span class=price>{random.randrange(900)} EUR</span> <span>{some(4)}</span></div>\n"
        for i in range(20)
    )
    pager = "".join(f"<a href='/search?q=x&amp;page={i}'>{i}</a> " for i in range(2, 10))
    return (
        f"<!doctype html><html lang=en><head><title>{some(3)}</title>"
        f"<style>{'p { margin: 0 } ' * 40}</style></head><body><ul id=menu>{menu}</ul>"
        f"<form action=/search><input name=q value={some(1)}><button>Search</button></form>"
        f"<div id=results>{results}</div><p>{pager}</p><div id=foot>{some(12)}</div></body></html>"
    ).encode()


if __name__ == "__main__":
    show(measure())
