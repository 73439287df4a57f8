"""What on a page speaks for its being no answer: a password, scripts alone, a phrase of failure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import compress

import msgspec

from ..packaged import packaged_text
from ..tree.tagtree import Form, TagTree
from .no_match.wording import password_fields, places_of
from .params import FEW, SHORT

_TYPED = frozenset(("text", "number", "tel", ""))
_PUZZLE = "data-sitekey"  # services that tell people from programs find their element by it
_HEADINGS = frozenset(("h1", "h2", "h3"))


class Signs(msgspec.Struct, frozen=True, array_like=True):
    """What one page shows, whatever its site.

    Parameters
    ----------
    n_words
        Words shown outside links.
    n_linked
        Words shown in links.
    passwords
        Places of fields that ask for one.
    scripts
        Whether there are any.
    block, error
        Whether the page says so, in a heading or within few words.
    asks
        Whether it wants something of its visitor: a field to type in, or a puzzle.
    searches
        Whether a form that asks for no password takes words.
    """

    n_words: int = 0
    n_linked: int = 0
    passwords: tuple[int, ...] = ()
    scripts: bool = False
    block: bool = False
    error: bool = False
    asks: bool = False
    searches: bool = False

    @property
    def needs_script(self) -> bool:
        """Whether there is next to nothing to read, and scripts that would bring it."""
        return self.scripts and self.n_words + self.n_linked <= FEW and not self.passwords

    @property
    def is_check(self) -> bool:
        """Whether it leads nowhere before its visitor has done what it asks."""
        return self.asks and not self.n_linked

    @property
    def wants_name(self) -> bool:
        """Whether a password is what the page is about."""
        return bool(self.passwords) and self.n_words <= SHORT


def signs(tree: TagTree) -> Signs:
    """Look at a page.

    Examples
    --------
    >>> from ..tree.parse import parse
    >>> wall = signs(parse(b"<form>Name <input name=n> Word <input name=w type=password></form>"))
    >>> wall.wants_name, wall.needs_script
    (True, False)
    >>> signs(parse(b"<div id=app></div><script src=app.js></script>")).needs_script
    True
    """
    fields = password_fields(tree)
    n_linked = int(tree.linked_sums[-1])
    n_words = int(tree.word_sums[-1]) - n_linked
    text = _telling(tree, whole=n_words <= SHORT)
    return Signs(
        n_words=n_words,
        n_linked=n_linked,
        passwords=tuple(places_of(tree, fields)) if fields else (),
        scripts="script" in {name.partition(".")[0] for name in tree.hidden},
        block=any(phrase in text for phrase in phrases("block")),
        error=any(phrase in text for phrase in phrases("error")),
        asks=_asks(tree),
        searches=any(map(_takes_words, tree.forms)),
    )


def _takes_words(form: Form) -> bool:
    types = {field.type for field in form.fields}
    return "password" not in types and bool(types & {"text", "search"})


def _asks(tree: TagTree) -> bool:
    return any(
        _PUZZLE in stated
        or (tree.tag[node] == "input" and stated.get("type", "text").strip().lower() in _TYPED)
        for node, stated in tree.stated.items()
    )


def _telling(tree: TagTree, whole: bool) -> str:
    """The title and the headings of a page, and all else if it says little; but not what links
    say, which speaks of where they lead."""
    stretches = [(0, tree.n)] if whole else list(_headings(tree))
    own = (tree.linked == 0).tolist()
    texts = ("".join(compress(tree.shown[i:j], own[i:j])) for i, j in stretches)
    return " ".join(" ".join((tree.title, *texts)).split()).lower()


def _headings(tree: TagTree) -> Iterator[tuple[int, int]]:
    for node, tag in enumerate(tree.tag):
        if tag in _HEADINGS:
            yield node, tree.ends[node]


@cache
def phrases(kind: str) -> tuple[str, ...]:
    """Phrases of a class, block or error, in twenty languages.

    >>> "access denied" in phrases("block"), "access denied" in phrases("error")
    (True, False)
    """
    text = packaged_text(__package__, "phrases.txt")
    for section in text.split("["):
        name, _, lines = section.partition("]")
        if name == kind:
            rows = (line.partition(": ")[2] for line in lines.strip().splitlines())
            return tuple(phrase.strip() for row in rows for phrase in row.split("|"))
    return ()
