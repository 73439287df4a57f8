"""Where in the source each form begins and ends, by the HTML standard's form element pointer.

What a form holds is not what stands below it in a tree: forms begin between the cells of a table
and end in another one, and trees then lose or add controls. The source tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..params import MOST_FORM_BYTES, MOST_FORMS

_REST = rb"""[^>"']*+(?:(?:"[^"]*+"|'[^']*+'|["'])[^>"']*+)*+>?"""  # of a tag, behind its name
_FORM = re.compile(rb"<(/?)([fF][oO][rR][mM])(?=[\s/>])")
_TOKEN = re.compile(rb"<!--.*?(?:-->|\Z)|<(/?)([a-zA-Z][a-zA-Z0-9]*)" + _REST, re.S)
_OWNER = re.compile(rb"""\sform\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.I)
_ID = re.compile(rb"""\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.I)
_TAG = re.compile(rb"<[a-zA-Z]+" + _REST)
_RAW = frozenset(b"script style textarea title xmp iframe noembed noframes".split())
_CONTROLS = frozenset(b"input select textarea button".split())


def form_sources(source: bytes, n_forms: int) -> tuple[bytes, ...]:
    """The bytes of each form from its start tag on; what ends it is left out.

    Parameters
    ----------
    source
        The page in UTF-8.
    n_forms
        Forms that the engine saw. A quick look that finds as many is believed; else comments,
        scripts and quoted values are passed over.

    Reading
    -------
    The standard ignores a form within a form. Here it ends the one around it, so that every
    `<form>` is one. A control outside of all forms comes last in the one that it names.

    Examples
    --------
    >>> form_sources(b"<td><form id=a><input></td><td><b></form><select form=a></select>", 1)
    (b'<form id=a><input></td><td><b><select form=a></select>',)
    """
    if not n_forms:
        return ()
    if b"form=" not in source and b"FORM=" not in source:
        found = _Found(source, _FORM.finditer(source))
        if len(found.forms) == n_forms:
            return found.all()
    return _Found(source, _tokens(source)).all()


class _Found:
    """Forms of a page, and the controls that stand elsewhere, by the form that they name."""

    def __init__(self, source: bytes, tokens: Iterable[re.Match[bytes]]) -> None:
        self.forms: list[bytes] = []
        self._strays: dict[bytes, list[bytes]] = {}
        begun = n_strays = -1
        for token in tokens:
            if token[2].lower() == b"form":
                if begun >= 0:
                    self.forms.append(source[begun : min(token.start(), begun + MOST_FORM_BYTES)])
                begun = -1 if token[1] else token.start()
                if len(self.forms) == MOST_FORMS:
                    return
            elif begun < 0 and not token[1] and n_strays < MOST_FORMS:
                owner = _value(_OWNER, token[0])
                if owner and token[2].lower() in _CONTROLS:
                    n_strays += 1
                    self._strays.setdefault(owner, []).append(_element(source, token))
        if begun >= 0:
            self.forms.append(source[begun : begun + MOST_FORM_BYTES])

    def all(self) -> tuple[bytes, ...]:
        """Each form with all that is its own."""
        if not self._strays:
            return tuple(self.forms)
        out = []
        for form in self.forms:
            tag = _TAG.match(form)
            own = self._strays.pop(_value(_ID, tag[0]), ()) if tag else ()
            out.append(form + b"".join(own))
        return tuple(out)


def _tokens(source: bytes) -> Iterator[re.Match[bytes]]:
    """Tags, but not those that comments, scripts and the like speak of."""
    at = 0
    while (token := _TOKEN.search(source, at)) is not None:
        at = token.end()
        if token[2] is None:
            continue
        yield token
        if not token[1] and token[2].lower() in _RAW:
            end = _end_tag(token[2]).search(source, at)
            at = end.start() if end else len(source)


def _element(source: bytes, token: re.Match[bytes]) -> bytes:
    """A control with what it holds."""
    end = None
    if token[2].lower() != b"input":
        end = _end_tag(token[2]).search(source, token.end(), token.end() + MOST_FORM_BYTES)
    return source[token.start() : end.end()] if end else token[0]


def _end_tag(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"</%b\b[^>]*>?" % name, re.I)


def _value(pattern: re.Pattern[bytes], tag: bytes) -> bytes:
    found = pattern.search(tag)
    return next(filter(None, found.groups()), b"") if found else b""
