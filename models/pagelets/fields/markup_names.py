"""Names that a page gives its values itself: microdata, JSON-LD, the heads of a table's columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from ..page.sheet import Sheet
from ..page.table_heads import Head
from ..params import CLASS_LETTERS, MADE_UP
from .cells import slug

# schema.org's words where this room has its own; what only says that something is linked is none.
_OWN = {"name": "title", "headline": "title", "rating_value": "rating"}
_NO_NAME = frozenset(("url", "item", "item_list_element"))
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_STRUCK = frozenset(("s", "del", "strike"))
_UNSAYABLE = re.compile(r"[bcdfghjklmnpqrstvwxz]{4}", re.I)
_VOWEL = re.compile(r"[aeiouyäöüáéíóúàèìòùâêîôûåøæœ]")
CUT = ("…", "...")  # what a text ends with that may be cut short
_LEVELS = 3  # elements around a value in which it can be told


def stated_name(page: Sheet, node: int) -> str:
    """The `itemprop` of a value; empty if it has none.

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b'<a itemprop=url><b itemprop=datePublished>3 May')
    >>> stated_name(Sheet(tree), tree.n - 1)
    'date_published'
    """
    at, found = page.parent[node], ""
    for _ in range(_LEVELS):
        if at < 0:
            break
        stated = (page.stated(at).get("itemprop") or "").split()
        name = property_name(stated[0]) if stated else ""
        if name and name != "title":
            return name  # of an author's `name` it is the author
        found = found or name
        at = page.parent[at]
    return found


def json_ld_name(names: Mapping[str, str], texts: Sequence[str]) -> str:
    """The JSON-LD name of most of a column's values; empty if fewer than half have one.

    >>> json_ld_name({"Otters": "title", "7": "pages"}, ["Otters", "Seals", "7"])
    ''
    >>> json_ld_name({"Otters": "title", "Seals": "title"}, ["Otters", "Seals", "7"])
    'title'
    """
    found = Counter(names[text] for text in texts if text in names)
    name, n = max(found.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    return name if 2 * n >= len(texts) else ""


def property_name(stated: str) -> str:
    """A property of schema.org as a column is called; empty if it names no value.

    >>> property_name("headline"), property_name("bestRating"), property_name("url")
    ('title', 'best_rating', '')
    """
    name = slug(_HUMP.sub("_", stated.rpartition("/")[2]))
    return "" if name in _NO_NAME else _OWN.get(name, name)


def head_of(page: Sheet, node: int) -> Head | None:
    """The head of the column of a text's cell; without its mark behind another text."""
    cell = _above(page, node, "td") if page.heads else -1
    head = page.heads.get(cell)
    if head is None or not page.texts(cell, node):
        return head
    is_first = not any((page.text[one] or "").strip() for one in page.texts(cell, node))
    return head if is_first else head._replace(mark=0)


def column_head(page: Sheet, node: int) -> str:
    """The head of a cell's column in its table; empty if it has none.

    A single cell heads no columns: it is the heading of what stands below it.

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<table><tr><th>Town<th>On<tr><td>Bray<td>3 May</table>")
    >>> column_head(Sheet(tree), tree.n - 1)
    'On'
    """
    head = head_of(page, node)
    return head.text if head is not None else ""


def class_name(page: Sheet, nodes: Sequence[int]) -> str:
    """The class, made of words, that the elements around these values have, and no other.

    What lays out a page stands all over it, and what a program made up is no word.

    >>> from upwell.models.tree.parse import parse
    >>> one, other = b"<b class='big maker'>Fein</b>", b"<b class='big maker'>Stihl</b>"
    >>> tree = parse(b"<p>" + one + b" <i class=big>7</i><p>" + other)
    >>> class_name(Sheet(tree), [n for n, text in enumerate(tree.text) if text and text.isalpha()])
    'maker'
    """
    around = [page.parent[node] for node in nodes]
    shared = set.intersection(*(set(page.classes(at)) for at in around)) if around else set()
    n = len(set(around))
    own = [one for one in page.classes(around[0]) if one in shared] if shared else []
    for token in own if own and not is_made_up(page) else ():
        name = word_name(token)
        if name and page.class_counts[token] == n:
            return name
    return ""


def word_name(token: str) -> str:
    """A class or an id as a name, where it is made of words that can be said; else empty.

    >>> word_name("card__homeTown"), word_name("permit-no")
    ('home_town', 'permit_no')
    >>> word_name("btn-info"), word_name("post-17"), word_name("xs")
    ('', '', '')
    """
    name = slug(_HUMP.sub("_", token.rpartition("__")[2]).replace("-", "_"))
    parts = name.split("_")
    can_be_said = all(_is_word(part) or (len(part) < 3 and part.isalpha()) for part in parts)
    return name if can_be_said and any(map(_is_word, parts)) else ""


def is_made_up(page: Sheet) -> bool:
    """Whether a program made up the page's classes: many are no words, so the others are chance."""
    long = [one for one in page.class_counts if one.isalpha() and len(one) >= CLASS_LETTERS]
    return len([one for one in long if not _is_word(one)]) > MADE_UP * len(long)


def _is_word(part: str) -> bool:
    can_be_said = _VOWEL.search(part) and not _UNSAYABLE.search(part)
    return len(part) > 2 and part.isalpha() and bool(can_be_said)


def is_struck(page: Sheet, node: int) -> bool:
    """Whether a text is struck out by its tag."""
    at = page.parent[node]
    for _ in range(_LEVELS):
        if at >= 0 and page.tag[at] in _STRUCK:
            return True
        at = page.parent[at] if at >= 0 else -1
    return False


def whole(page: Sheet, node: int, text: str) -> str:
    """A text that is cut short, as an attribute around it has it in full; else itself.

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<a title='Live Free or Die Hard'>Live Free or ...</a>")
    >>> whole(Sheet(tree), tree.n - 1, "Live Free or ...")
    'Live Free or Die Hard'
    """
    if not text.endswith(CUT):
        return text
    begun = text.rstrip("…. ")
    at = page.parent[node]
    for _ in range(_LEVELS):
        for name in ("title", "aria-label", "data-title") if at >= 0 else ():
            said = " ".join((page.stated(at).get(name) or "").split())
            if begun and len(said) > len(begun) and said.startswith(begun):
                return said
        at = page.parent[at] if at >= 0 else -1
    return text


def _above(page: Sheet, node: int, tag: str) -> int:
    while node >= 0 and page.tag[node] != tag:
        node = page.parent[node]
    return node
