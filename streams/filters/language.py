"""The filter language: `price < 100 and title contains "cello" and event = new`.

```
filter     = all ("or" all)*
all        = one ("and" one)*
one        = "not" one | "(" filter ")" | comparison
comparison = NAME ("=" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "starts") VALUE
           | NAME "in" "(" VALUE ("," VALUE)* ")"
           | NAME ("exists" | "changed")
```
A NAME is a column or one of `NAMES`; `column.site` is the column where both are called so,
`before.price` the value before the event, and `` `list price` `` a name with spaces. A VALUE is a
number, a word, a day, or quoted text. Letters compare without regard to their case.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from rapidfuzz.process import extractOne

from .comparing import Comparison
from .facts import BEFORE, COLUMN, NAMES, Facts
from .words import Word, failed, words_of

DEEPEST = 50  # brackets and `not` within each other
_BINARY = ("=", "==", "!=", "<", "<=", ">", ">=", "contains", "starts")
_UNARY = ("exists", "changed")
_KEPT = ("and", "or", "not", "in")

Test = Callable[[Facts], bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter that was understood; `text` is as it was written."""

    text: str
    names: tuple[str, ...]
    _test: Test

    def matches(self, facts: Facts) -> bool:
        """Whether an event or an object is wanted."""
        return self._test(facts)


def parse_filter(text: str, columns: Collection[str] | None = None) -> Filter:
    """Understand a filter.

    Parameters
    ----------
    text
        Empty: everything matches.
    columns
        Those that there are, when they are known: any other is an error that tells the nearest.

    Examples
    --------
    >>> wanted = parse_filter('price < 100 and not (event = gone or title contains "case")')
    >>> wanted.matches(Facts({"event": "new"}, {"price": 90, "title": "cello"}))
    True
    >>> wanted.matches(Facts({"event": "gone"}, {"price": 90, "title": "cello"}))
    False
    >>> parse_filter("pirce < 100", ["price", "title"])
    Traceback (most recent call last):
    ...
    upwell.errors.UsageError: filter 'pirce < 100', at 1: no column is called 'pirce'; the nearest \
is price
    >>> parse_filter("price <")
    Traceback (most recent call last):
    ...
    upwell.errors.UsageError: filter 'price <', at 8: a value is missing after '<'
    """
    if not text.strip():
        return Filter(text, (), lambda facts: True)
    return _Parser(text, columns).filter()


class _Parser:
    """Recursive descent, one look ahead: time in proportion to the words."""

    def __init__(self, text: str, columns: Collection[str] | None) -> None:
        self._text = text
        self._words = words_of(text)
        self._at = 0
        self._depth = 0
        self._columns = None if columns is None else set(columns)
        self._names: list[str] = []

    def filter(self) -> Filter:
        test = self._any()
        word = self._next()
        if word.kind != "end":
            raise self._failed(word, f"expected and, or, or the end, found {word.text!r}")
        return Filter(self._text, tuple(self._names), test)

    def _any(self) -> Test:
        tests = [self._all()]
        while self._took("or"):
            tests.append(self._all())
        return tests[0] if len(tests) == 1 else lambda facts: any(test(facts) for test in tests)

    def _all(self) -> Test:
        tests = [self._one()]
        while self._took("and"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda facts: all(test(facts) for test in tests)

    def _one(self) -> Test:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._failed(self._look(), f"more than {DEEPEST} brackets within each other")
        test = self._bracketed()
        self._depth -= 1
        return test

    def _bracketed(self) -> Test:
        if self._took("not"):
            inner = self._one()
            return lambda facts: not inner(facts)
        if self._took("(", "sign"):
            test = self._any()
            self._require(")", "a bracket is not closed: expected )")
            return test
        return self._comparison().holds

    def _comparison(self) -> Comparison:
        name = self._name()
        word = self._next()
        operator = word.text.lower()
        if word.kind in ("sign", "bare") and operator in _BINARY:
            value = self._value(f"a value is missing after {operator!r}")
            return Comparison(name, "=" if operator == "==" else operator, (value,))
        if word.kind == "bare" and operator in _UNARY:
            return Comparison(name, operator)
        if word.kind == "bare" and operator == "in":
            return Comparison(name, operator, self._list())
        found = "the end" if word.kind == "end" else repr(word.text)
        listed = " ".join((*_BINARY, "in", *_UNARY))
        raise self._failed(word, f"expected one of {listed}, found {found}")

    def _list(self) -> tuple[str, ...]:
        self._require("(", "in takes a list: expected (")
        values = [self._value("a value is missing")]
        while self._took(",", "sign"):
            values.append(self._value("a value is missing after ','"))
        self._require(")", "the list is not closed: expected , or )")
        return tuple(values)

    def _name(self) -> str:
        word = self._next()
        if word.kind not in ("bare", "column") or word.text.lower() in _KEPT:
            found = "the end" if word.kind == "end" else repr(word.text)
            raise self._failed(word, f"expected the name of a column, found {found}")
        column = word.text.removeprefix(BEFORE).removeprefix(COLUMN)
        known = self._columns is None or column in self._columns or word.text in NAMES
        if not known:
            nearest = extractOne(column, sorted({*NAMES, *(self._columns or ())}))
            raise self._failed(word, f"no column is called {column!r}; the nearest is {nearest[0]}")
        self._names.append(word.text)
        return word.text

    def _value(self, missing: str) -> str:
        word = self._next()
        if word.kind not in ("bare", "quoted"):
            raise self._failed(word, missing)
        return word.text

    def _require(self, sign: str, missing: str) -> None:
        if not self._took(sign, "sign"):
            raise self._failed(self._look(), missing)

    def _took(self, text: str, kind: str = "bare") -> bool:
        word = self._look()
        if word.kind != kind or word.text.lower() != text:
            return False
        self._at += 1
        return True

    def _look(self) -> Word:
        return self._words[self._at]

    def _next(self) -> Word:
        word = self._words[self._at]
        self._at = min(self._at + 1, len(self._words) - 1)
        return word

    def _failed(self, word: Word, what: str) -> Exception:
        return failed(self._text, word.at, what)
