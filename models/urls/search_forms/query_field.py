"""Which text field of a form takes the query (ENT 3)."""

from __future__ import annotations

from typing import NamedTuple

from upwell.models.tree.tagtree import Field

from .words import FIND, MAIL, OTHER_NAME, QUERY_NAME, SEARCH

HINT, CLEAR = 1, 2  # two grades of evidence: a clear sign outweighs a hint
TEXT_TYPES = frozenset("text search url tel number date email".split())


class FieldPoints(NamedTuple):
    """Points of a field as the query field, in all and by reason."""

    points: int
    why: tuple[str, ...]


def query_points(field: Field) -> FieldPoints:
    """Points of one text field as the query field; every rule is a line.

    Examples
    --------
    >>> query_points(Field(name="q", type="search", value=""))
    FieldPoints(points=4, why=('type=search', 'name q'))
    >>> query_points(Field(name="email", type="email", value="")).points
    -2
    """
    name = field.name or field.own.partition(" ")[0]
    searched = bool(SEARCH.search(name))
    rules = (
        (field.type == "search", CLEAR, "type=search"),
        (bool(QUERY_NAME.search(name)) or searched, CLEAR, f"name {name}"),
        (bool(SEARCH.search(field.hint)), CLEAR, "hint"),
        (bool(SEARCH.search(field.own)), HINT, "id or class"),
        (bool(SEARCH.search(field.label) or FIND.search(field.label)), HINT, "label"),
        *_against(field, name, searched),
    )
    spoken = [(points, reason) for holds, points, reason in rules if holds]
    return FieldPoints(sum(p for p, _ in spoken), tuple(reason for _, reason in spoken))


def _against(field: Field, name: str, searched: bool) -> tuple[tuple[bool, int, str], ...]:
    mail = field.type == "email" or bool(MAIL.search(name))
    hinted = not mail and not searched and bool(MAIL.search(f"{field.hint} {field.label}"))
    return (
        (mail, -CLEAR, "mail field"),
        (hinted, -HINT, "mail hint"),
        (field.type in ("tel", "number", "date", "url"), -HINT, f"type={field.type}"),
        (not searched and bool(OTHER_NAME.search(name)), -CLEAR, "names another thing"),
    )


def best_query_field(fields: tuple[Field, ...]) -> tuple[Field, FieldPoints] | None:
    """The text field with most points, the first in order on a tie; None without a text field."""
    texts = [(field, query_points(field)) for field in fields if field.type in TEXT_TYPES]
    return max(texts, key=lambda pair: pair[1].points) if texts else None
