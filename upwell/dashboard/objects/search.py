"""Which objects are asked for, as SQL: words, question, a column, an order, a place to go on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

ORDERS = ("newest", "oldest", "found", "least", "most")
STATES = ("present", "ended", "any")
_COLUMNS = (
    "o.id, o.site, o.url, o.page_url, o.query, o.text, o.event, o.version, o.first_at, o.seen_at, "
    "o.changed_at, o.present, o.fields, o.raw, o.number"
)


@dataclass(frozen=True, slots=True)
class Search:
    """A search for objects: words, question, column, order, and the place to go on.

    Parameters
    ----------
    site
        Whose objects; empty: of all sites.
    words
        That the text has, the last one as its beginning.
    question
        That brought them.
    column, value
        A column, and what its text has in it.
    state
        Present ones, ended ones, or any.
    order
        `newest` and `oldest` by when they were last seen to differ, `found` by when they were
        first seen, newest first; `least` and `most` by the numbers of the column.
    """

    site: str = ""
    words: str = ""
    question: str = ""
    column: str = ""
    value: str = ""
    state: str = "present"
    order: str = "newest"


@dataclass(slots=True)
class _Query:
    tables: str = "objects o"
    conditions: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def where(self, condition: str, *values: Any) -> None:
        self.conditions.append(condition)
        self.values += values


def match(words: str) -> str:
    """Words of a person as a question of FTS5, which takes them as words and nothing else.

    >>> print(match('river "ott'))
    "river" "ott"*
    >>> print(match("a* NOT b"))
    "a*" "NOT" "b"*
    """
    quoted = ['"' + word.replace('"', "") + '"' for word in words.split() if word.strip('"')]
    return " ".join(quoted) + "*" if quoted else ""


def question(search: Search, start: list[Any], n: int) -> tuple[str, list[Any]]:
    """SQL and its values: one row more than asked for tells whether it goes on."""
    query = _Query()
    key = _ordered(query, search, start)
    if search.site:
        query.where("o.site = ?", search.site)
    if search.state != "any":
        query.where("o.present = ?", int(search.state == "present"))
    if search.question:
        query.where("o.query = ?", search.question)
    if search.column and search.value:
        has = "SELECT id FROM fields WHERE name = ? AND value LIKE ? ESCAPE '\\'"
        query.where(f"o.id IN ({has})", search.column, f"%{_literal(search.value)}%")
    conditions = " AND ".join(query.conditions) or "1"
    sql = f"SELECT {_COLUMNS}, {key} FROM {query.tables} WHERE {conditions}"
    return f"{sql} ORDER BY {_by(search)} LIMIT ?", [*query.values, n + 1]


def _ordered(query: _Query, search: Search, start: list[Any]) -> str:
    """Tables and the place to go on from; the column of the key that is returned."""
    words = match(search.words)
    if words:
        query.tables = "objects_fts f JOIN objects o ON o.number = f.rowid"
        query.where("objects_fts MATCH ?", words)
    if search.order in ("least", "most") and search.column:
        query.tables += " JOIN fields v ON v.id = o.id"
        query.where("v.name = ? AND v.number IS NOT NULL", search.column)
        if start:
            sign = ">" if search.order == "least" else "<"
            query.where(f"(v.number, o.id) {sign} (?, ?)", *start)
        return "v.number AS key"
    if words or search.order == "found":
        if start:
            query.where(f"{'f.rowid' if words else 'o.number'} < ?", start[0])
        return "o.number AS key"
    if start:
        sign = ">" if search.order == "oldest" else "<"
        query.where(f"(o.seen_at, o.id) {sign} (?, ?)", *start)
    return "o.seen_at AS key"


def _by(search: Search) -> str:
    if search.order in ("least", "most") and search.column:
        way = "ASC" if search.order == "least" else "DESC"
        return f"v.number {way}, o.id {way}"
    if match(search.words):
        return "f.rowid DESC"
    if search.order == "found":
        return "o.number DESC"
    way = "ASC" if search.order == "oldest" else "DESC"
    return f"o.seen_at {way}, o.id {way}"


def _literal(text: str) -> str:
    for sign in "\\%_":
        text = text.replace(sign, f"\\{sign}")
    return text
