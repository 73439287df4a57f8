"""The look of one site: what its seed draws of markup, order, boxes and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup

from ..draw import Draw
from ..family import Family
from .names import Names

# Tags that can stand for each other.
_EQUIVALENTS: Mapping[str, tuple[str, ...]] = {
    "div": ("div", "div", "section", "article"),
    "span": ("span", "b", "strong", "em", "i"),
    "p": ("p", "div"),
    "h2": ("h1", "h2"),
    "h3": ("h2", "h3", "h4"),
    "h4": ("h3", "h4", "h5", "strong"),
    "ul": ("ul", "ol"),
    "aside": ("aside", "div"),
    "nav": ("nav", "div"),
    "header": ("header", "div"),
    "footer": ("footer", "div"),
    "main": ("main", "div"),
}
# How often a noise box stands on the sites of a family that says nothing about it.
_BOXES = {
    "adverts": 0.9,
    "popular": 0.7,
    "related": 0.8,
    "banner": 0.4,
    "clock": 0.4,
    "took": 0.7,
    "visitors": 0.3,
    "news": 0.4,
    "recent": 0.3,
    "tip": 0.3,
    "breadcrumbs": 0.6,
    "facets": 0.8,
    "sorts": 0.8,
    "sizes": 0.3,
    "views": 0.3,
}
_WRAPPERS = ("div", "div", "section")


class Design:
    """The design of one seed; a redesign is another revision of it.

    Examples
    --------
    >>> from upwell.sources.families import FAMILIES
    >>> design = Design(FAMILIES["catalogue"], seed=3)
    >>> sorted(design.order(["main", "aside"]))
    ['aside', 'main']
    >>> design.t("ul") in ("ul", "ol")
    True
    """

    def __init__(self, family: Family, seed: int, revision: int = 0) -> None:
        self._boxes = {**_BOXES, **family.boxes}
        self._draw = Draw("design", family.name, seed, revision)
        self.names = Names(self._draw, family.naming)
        self.attrs: Callable[[str], Markup] = cache(self._attrs)
        self.t: Callable[..., str] = cache(self._t)
        self.wraps: Callable[[str], tuple[Markup, Markup]] = cache(self._wraps)

    def c(self, role: str) -> str:
        """The value of the class attribute of a role; empty when the site names nothing."""
        return self.names.classes(role)

    def i(self, role: str) -> str:
        """The id of a role that occurs once on a page; often empty."""
        return self.names.id(role)

    def _attrs(self, role: str) -> Markup:
        """Both, ready to print in a tag."""
        classes, name = self.c(role), self.i(role)
        text = f' class="{classes}"' if classes else ""
        return Markup(text + (f' id="{name}"' if name else ""))

    def css(self, role: str) -> Markup:
        """A role's selector in a style sheet; one that selects nothing when it has no class."""
        return Markup("".join(f".{name}" for name in self.c(role).split()) or ".nothing")

    def _t(self, tag: str, role: str = "") -> str:
        """A tag that can stand for `tag`; with a role, drawn for that role alone."""
        return self._draw.pick(f"tag {tag} {role}", _EQUIVALENTS.get(tag, (tag,)))

    def order(self, regions: list[str]) -> list[str]:
        """The regions as this site puts them."""
        return self._draw.shuffled(f"order {' '.join(regions)}", regions)

    def show(self, box: str) -> bool:
        """Whether the site has a box."""
        return self._draw.chance(f"box {box}", self._boxes.get(box, 0.6))

    def pick(self, name: str, *choices: Any) -> Any:
        """One of a template's variants."""
        return self._draw.pick(name, choices)

    def number(self, name: str, low: int, high: int) -> int:
        """A number of this site, both ends included."""
        return self._draw.pick(name, range(low, high + 1))

    def _wraps(self, role: str) -> tuple[Markup, Markup]:
        n = self._draw.pick(f"wrappers {role}", (0, 0, 1, 1, 2, 3))
        before, after = "", ""
        for level in range(n):
            tag = self._draw.pick(f"wrapper {role} {level}", _WRAPPERS)
            classes = self.c(f"{role}-{('outer', 'inner', 'wrap')[level]}")
            before += f'<{tag} class="{classes}">' if classes else f"<{tag}>"
            after = f"</{tag}>{after}"
        return Markup(before), Markup(after)

    def wrap(self, role: str, caller: Callable[[], str]) -> Markup:
        """None to three elements around what a template calls it with."""
        before, after = self.wraps(role)
        return Markup(f"{before}{caller()}{after}")

    def folded(self) -> dict[str, Callable[..., Any]]:
        """What templates call and what never changes: worked out when they are compiled."""
        names = ("c", "i", "attrs", "css", "t", "order", "show", "pick", "number")
        return {name: getattr(self, name) for name in names}
