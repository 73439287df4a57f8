"""What the page's JSON-LD calls the values that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from .markup_names import property_name

# What is said of the site or of the page as a whole, not of the things on it.
_NOT_THINGS = frozenset(
    "BreadcrumbList ImageObject Organization SearchAction SiteNavigationElement WebPage WebSite"
    " WPHeader WPFooter".split()
)
_HOLDING = frozenset(("mainEntity", "mainEntityOfPage"))  # the thing itself
_MOST = 5_000  # values of a page
_DEEP = 12  # levels of one within another
_LONGEST = 300  # letters of a value


def json_ld_names(scripts: Iterable[bytes]) -> dict[str, str]:
    """Names of values by their text, white space folded; of a text with two names none.

    Parameters
    ----------
    scripts
        JSON-LD as it stands on the page. What is no JSON says nothing.

    Reading
    -------
    A `name` within another thing is that thing's name: of a book's author it is the author.

    Examples
    --------
    >>> book = b'{"@type": "Book", "name": "Otters", "author": {"name": "Ann Lee"}}'
    >>> names = json_ld_names([book])
    >>> names["Otters"], names["Ann Lee"]
    ('title', 'author')
    """
    names: dict[str, str] = {}
    left = _MOST
    for script in scripts:
        try:
            whole = msgspec.json.decode(script)
        except (msgspec.DecodeError, RecursionError):
            continue
        for text, name in values_below(whole, "", 0):
            left -= 1
            if left < 0:
                break
            names[text] = name if names.get(text, name) == name else ""
    return {text: name for text, name in names.items() if name}


def values_below(value: Any, name: str, depth: int) -> Iterator[tuple[str, str]]:
    """Texts below a value, each with the name of its property; `name`: that of the value."""
    if depth > _DEEP:
        return
    if isinstance(value, list):
        for each in value:
            yield from values_below(each, name, depth + 1)
    elif isinstance(value, dict):
        if is_no_thing(value.get("@type")) and not name:
            return
        for key, each in value.items():
            if not key.startswith("@"):
                yield from values_below(each, _name(key, name), depth + 1)
            elif key == "@graph":
                yield from values_below(each, "", depth + 1)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        text = " ".join(str(value).split())
        if text and name and len(text) <= _LONGEST:
            yield text, name


def is_no_thing(stated: Any) -> bool:
    """Whether a type is that of the site or of the page as a whole."""
    return isinstance(stated, str) and stated.rpartition("/")[2] in _NOT_THINGS


def _name(key: str, around: str) -> str:
    """The name of a property; a thing's own name goes by what the thing is to the one around."""
    own = "" if key in _HOLDING else property_name(key)
    return around if own == "title" and around else own
