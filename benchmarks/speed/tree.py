"""Cost of columns, terms and links in P: `python -m benchmarks.speed.tree`.

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

from .harness import ratios

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
        Figure(f"{step} [P]", value, _SKETCH.get(step), better="lower")
        for name, bodies in sets.items()
        for step, value in (_costs(name, bodies, rounds) | _terms(name, bodies, rounds)).items()
    ]


def _costs(name: str, bodies: Sequence[bytes], rounds: int) -> dict[str, float]:
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
    return ratios(bodies, steps, rounds)


def _terms(name: str, bodies: Sequence[bytes], rounds: int) -> dict[str, float]:
    """Terms of pages that hold ASCII alone, and of the others."""
    trees = [parse(body) for body in bodies]
    texts = [(body, tree.visible(0, tree.n)) for body, tree in zip(bodies, trees, strict=True)]
    found: dict[str, float] = {}
    for script, held in (("ASCII", True), ("others", False)):
        of = [(body, text) for body, text in texts if text.isascii() == held]
        if of:
            work = partial(_over, [text for _, text in of], terms)
            step = f"terms on {name}, {script}"
            found |= ratios([body for body, _ in of], {step: work}, rounds)
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
