"""What columns are called: by the site's own words first, as a person would name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from ..pagelets.fields.cells import says, slug
from ..pagelets.fields.markup_names import column_head, is_made_up, stated_name, word_name
from ..pagelets.page.sheet import Sheet
from ..tree.tagtree import TagTree
from .hashes import Counts
from .rows import Names
from .texts import Texts

TITLE = "title"
_LEVELS = 2  # elements around a text whose class may name it, whatever else they hold
_RESERVED = frozenset(("group", "link", "image"))


def names_of(tree: TagTree, nodes: Counts, texts: Texts) -> dict[int, Names]:
    """The names that the markup gives to places of a page.

    Examples
    --------
    >>> from ..tree.parse import parse
    >>> from .texts import texts_of
    >>> import numpy as np
    >>> tree = parse(b"<b class=bookPrice>3</b><i itemprop=author>Ann")
    >>> at = np.array([node for node, text in enumerate(tree.text) if text])
    >>> [tuple(each) for each in names_of(tree, at, texts_of(tree, None, at)).values()]
    [('', 'book_price'), ('author', '')]
    """
    page, out = Sheet(tree), dict[int, Names]()
    has_items, made_up = _has_items(tree), is_made_up(page)
    for node, place in zip(nodes.tolist(), texts.place.tolist(), strict=True):
        if place not in out:
            stated = stated_name(page, node) if has_items else ""
            out[place] = Names(stated, _head(page, node) or _own_name(page, node, made_up))
    return {place: names for place, names in out.items() if any(names)}


def other_names(
    tree: TagTree, nodes: Counts, texts: Texts, names: Mapping[int, Names]
) -> dict[int, Names]:
    """Names of single texts by microdata and table heads that differ from their place's name.

    By the number of the text.

    Examples
    --------
    >>> from ..tree.parse import parse
    >>> from .texts import texts_of
    >>> import numpy as np
    >>> tree = parse(b"<p><b>By</b><i itemprop=author>Ann</i><b>On</b><i itemprop=date>3 May")
    >>> at = np.array([node for node, text in enumerate(tree.text) if text])
    >>> texts = texts_of(tree, None, at)
    >>> found = other_names(tree, at, texts, names_of(tree, at, texts))
    >>> {i: name.stated for i, name in found.items()}
    {3: 'date'}
    """
    page, out = Sheet(tree), dict[int, Names]()
    has_items = _has_items(tree)
    if not has_items and not page.heads:
        return {}
    for i, (node, place) in enumerate(zip(nodes.tolist(), texts.place.tolist(), strict=True)):
        known = names.get(place, Names())
        stated = (stated_name(page, node) if has_items else "") or known.stated
        found = Names(stated, _head(page, node) or known.own)
        if found != known:
            out[i] = found
    return out


def column_name(
    label: str, markup: Names, is_title: bool, taken: Iterable[str], number: int
) -> str:
    """The name of a column.

    Parameters
    ----------
    label
        What stands before its values; empty if nothing steady does.
    markup
        What the page calls its place.
    is_title
        Its values say what the page is about.
    taken
        Names of other columns.
    number
        Of the column, for one that nothing names.

    Examples
    --------
    >>> column_name("Year:", Names("", "val"), False, (), 3)
    'year'
    >>> column_name("", Names("", "book_price"), False, ["book_price"], 3)
    'book_price2'
    """
    name = markup.stated or (TITLE if is_title else slug(label) or markup.own) or f"f{number}"
    used, free, more = {*taken, *_RESERVED}, name, 1
    while free in used:
        more += 1
        free = f"{name}{more}"
    return free


def _has_items(tree: TagTree) -> bool:
    return any("itemprop" in stated for stated in tree.stated.values())


def _head(page: Sheet, node: int) -> str:
    return slug(column_head(page, node)) if page.heads else ""


def _own_name(page: Sheet, node: int, made_up: bool) -> str:
    """The class, else the id, of the nearest element that is called by words.

    Further out one that holds nothing but values of this place: `tags` around links that all look
    like buttons.
    """
    at = page.parent[node]
    for level in count():
        if at < 0 or (level >= _LEVELS and not _holds_alone(page, at, page.key[node])):
            return ""
        stated = page.tree.named[at] or page.stated(at)
        said = ("" if made_up else stated.get("class", ""), stated.get("id", ""))
        for token in " ".join(said).split():
            if name := word_name(token):
                return name
        at = page.parent[at]
    return ""


def _holds_alone(page: Sheet, at: int, place: int) -> bool:
    """Whether all that an element says stands at one place."""
    said = (one for one in page.texts(at, page.end[at]) if says(page.text[one] or ""))
    return all(page.key[one] == place for one in said)
