"""How a site names the classes and ids of its markup: one style a seed, one name a role."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from ..draw import Draw

# Roles that have synonyms; any other role is called what it is called.
_SYNONYMS = {
    role: words.split()
    for role, words in {
        "results": "results hits list listing found matches answers items",
        "hit": "hit result item entry row match record teaser listing-item",
        "title": "title name heading headline caption",
        "summary": "summary blurb teaser excerpt description text snippet",
        "facts": "facts meta details data info attributes specs",
        "price": "price cost amount sum",
        "search": "search find query lookup",
        "searchbox": "searchbox search-field query-input finder",
        "header": "header top masthead head banner-top",
        "footer": "footer bottom colophon foot",
        "main": "main content body primary middle",
        "aside": "aside sidebar rail side secondary right",
        "nav": "nav menu navigation links mainmenu",
        "box": "box panel block module widget portlet",
        "adverts": "adverts promo partners offers sponsors",
        "popular": "popular bestsellers trending favourites top-ten",
        "related": "related similar see-also more-like-this",
        "pager": "pager pagination pages paging page-links",
        "tools": "tools toolbar sorting controls options",
        "facets": "facets filters refine narrow limits",
        "breadcrumbs": "breadcrumbs crumbs path trail you-are-here",
        "count": "count total number-found stats tally",
        "button": "button btn submit action go",
        "thumb": "thumb image picture photo cover",
        "rating": "rating stars score grade",
        "date": "date when time day",
        "columns": "columns grid row layout cols wrapper",
        "item": "item detail record entry product single",
        "message": "message notice hint info-text",
        "error": "error alert warning problem",
        "group": "group section part block-group",
        "logo": "logo brand sitename site-title",
        "label": "label key term fieldname",
        "value": "value val data field",
    }.items()
}
_UNIQUE = frozenset("header footer main aside nav search results item page columns".split())
_UTILITIES = (
    "flex grid block inline-block relative items-center justify-between flex-col flex-wrap gap-2"
    " gap-4 px-2 px-4 py-1 py-2 py-4 mt-2 mt-4 mb-4 mx-auto w-full max-w-4xl text-sm text-lg"
    " text-gray-700 text-slate-500 font-semibold font-bold leading-6 border border-t rounded"
    " rounded-lg shadow bg-white bg-gray-50 overflow-hidden truncate uppercase tracking-wide"
).split()
STYLES = ("plain", "bem", "camel", "hashed", "utility", "prefixed", "modules", "snake", "styled")
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class Names:
    """Class names and ids of one site.

    Examples
    --------
    >>> names = Names(Draw("shop", 3), ("hashed",))
    >>> names.classes("hit").startswith("css-"), names.classes("hit") == names.classes("hit")
    (True, True)
    >>> Names(Draw("shop", 3), ("none",)).classes("hit")
    ''
    """

    def __init__(self, draw: Draw, styles: tuple[str, ...] = ()) -> None:
        self._draw = draw
        self.style = draw.pick("naming", styles or STYLES)
        self._block = draw.pick("block", ["site", "c", "app", "cat", "x", "sr", "ui", "wp", "main"])
        self._ids = draw.pick("ids", ["few", "some", "none"])
        self.classes: Callable[[str], str] = cache(self._classes)
        self.id: Callable[[str], str] = cache(self._id)

    def _word(self, role: str) -> str:
        return self._draw.pick(f"word {role}", _SYNONYMS.get(role, [role]))

    def _classes(self, role: str) -> str:
        word, rng = self._word(role), self._draw.rng(f"class {role}")
        block = self._block
        match self.style:
            case "none":
                return ""
            case "bem":
                return f"{block}__{word}" + (
                    f" {block}__{word}--default" if rng.random() < 0.2 else ""
                )
            case "camel":
                return _camel(f"{block}-{word}" if rng.random() < 0.4 else word)
            case "hashed":
                return f"css-{_random(rng, 6)}"
            case "utility":
                return " ".join(rng.sample(_UTILITIES, rng.randint(2, 5)))
            case "prefixed":
                return f"{block}-{word}"
            case "modules":
                return f"{_camel(word).capitalize()}_{_camel(role)}__{_random(rng, 5)}"
            case "snake":
                return word.replace("-", "_")
            case "styled":
                return f"sc-{_random(rng, 8)} {_random(rng, 6)}"
        return word

    def _id(self, role: str) -> str:
        share = {"few": 0.3, "some": 0.8, "none": 0.0}[self._ids]
        if role not in _UNIQUE or not self._draw.chance(f"id {role}", share):
            return ""
        word = self._draw.pick(f"id word {role}", _SYNONYMS.get(role, [role]))
        return _camel(word) if self.style in ("camel", "modules") else word


def _camel(word: str) -> str:
    first, *rest = word.split("-")
    return first + "".join(part.capitalize() for part in rest)


def _random(rng: random.Random, n: int) -> str:
    """A letter, then letters and digits.

    >>> len(_random(random.Random(1), 6))
    6
    """
    return rng.choice(_LETTERS[:26]) + "".join(rng.choice(_LETTERS) for _ in range(n - 1))
