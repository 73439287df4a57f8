"""Fields of a record as pages print them: what templates ask for most often, without a template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup, escape

from ..database.record import Value
from .design import Design
from .views import View


@lru_cache(maxsize=1 << 14)
def _shown(text: str) -> str:
    return str(escape(text))


def escaped(value: Any) -> str:
    """What a template prints of a value; texts of records come again and again.

    >>> escaped("a < b"), escaped(Markup("a < b")), escaped(7)
    ('a &lt; b', Markup('a < b'), Markup('7'))
    """
    kind = type(value)
    if kind is str:
        return _shown(value)
    return value if kind is Markup else escape(value)


def made(text: str) -> Markup:
    """Markup of a text that is markup already."""
    return str.__new__(Markup, text)


class Fields:
    """Prints fields in elements of their own, with the site's attributes; with truth marks or not.

    Examples
    --------
    >>> from upwell.sources.families import FAMILIES
    >>> from upwell.sources.kinds import records
    >>> book = View(records("book", "en", 1, 1)[0], "/item/1", {"year": "Year"})
    >>> text = Fields(Design(FAMILIES["catalogue"], 1), marked=True).value(book, "year", "b")
    >>> text.startswith("<b"), ' data-truth-value="year">' in text, text.endswith("</b>")
    (True, True, True)
    """

    def __init__(self, design: Design, marked: bool) -> None:
        self._attrs = design.attrs
        self._marked = marked
        self._opened: Callable[[str, str], str] = cache(self._open)

    def _open(self, tag: str, name: str) -> str:
        mark = f' data-truth-value="{escape(name)}"' if self._marked else ""
        return f"<{tag}{self._attrs(name)}{mark}>"

    def _present(self, view: View, names: Iterable[str]) -> Iterator[tuple[str, Value]]:
        values = view.values
        return ((name, values[name]) for name in names if name in values)

    def _element(self, tag: str, name: str, value: Value) -> str:
        return f"{self._opened(tag, name)}{_shown(value.shown)}</{tag}>"

    def value(self, view: View, name: str, tag: str = "span") -> Markup:
        """One field in an element; nothing when the record lacks it."""
        return made("".join(self._element(tag, *held) for held in self._present(view, (name,))))

    def labelled(
        self, view: View, name: str, tag: str = "span", label: str = "b", between: str = ": "
    ) -> Markup:
        """The element of a value with its label before it."""
        attrs = self._attrs("label")
        return made(
            "".join(
                f"<{label}{attrs}>{_shown(view.label(name))}{escaped(between)}</{label}> "
                f"{self._element(tag, name, value)}"
                for _, value in self._present(view, (name,))
            )
        )

    def line(
        self, view: View, names: Iterable[str], between: str = " · ", tag: str = "span"
    ) -> Markup:
        """Fields on one line, with something between them."""
        elements = [self._element(tag, *held) for held in self._present(view, names)]
        return made(str.join(escaped(between), elements))

    def rows(self, view: View, names: Iterable[str], head: str = "th") -> Markup:
        """Rows of a table, a label and a value each."""
        attrs = self._attrs("label")
        return made(
            "".join(
                f"<tr><{head}{attrs}>{_shown(view.label(name))}</{head}>"
                f"{self._element('td', name, value)}</tr>"
                for name, value in self._present(view, names)
            )
        )

    def terms(self, view: View, names: Iterable[str]) -> Markup:
        """Terms and descriptions of a `dl`."""
        attrs = self._attrs("label")
        return made(
            "".join(
                f"<dt{attrs}>{_shown(view.label(name))}</dt>{self._element('dd', name, value)}"
                for name, value in self._present(view, names)
            )
        )

    def items(self, view: View, names: Iterable[str]) -> Markup:
        """Items of a list, a label and a value each."""
        fact, label = self._attrs("fact"), self._attrs("label")
        return made(
            "".join(
                f"<li{fact}><span{label}>{_shown(view.label(name))}:</span> "
                f"{self._element('span', name, value)}</li>"
                for name, value in self._present(view, names)
            )
        )
