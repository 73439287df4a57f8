"""Which text field of a form takes the query (ENT 3)."""

from __future__ import annotations

from typing import NamedTuple

from upwell.models.tree.tagtree import Field

from .words import FIND, MAIL, OTHER_NAME, QUERY_NAME, SEARCH

TEXT_TYPES = frozenset("text search url tel number date email".split())


class FieldPoints(NamedTuple):
    """What speaks for a field as the query field, summed and by reason."""

    points: float
    why: tuple[str, ...]


def query_points(field: Field) -> FieldPoints:
    """Points of one text field as the query field; every rule is a line with its points.

    Examples
    --------
    >>> query_points(Field(name="q", type="search", value=""))
    FieldPoints(points=7.0, why=('type=search', 'name q'))
    >>> query_points(Field(name="email", type="email", value="")).points
    -4.0
    """
    name = field.name or field.own.partition(" ")[0]
    searched = bool(SEARCH.search(name))
    rules = (
        (field.type == "search", 4.0, "type=search"),
        (bool(QUERY_NAME.search(name)) or searched, 3.0, f"name {name}"),
        (bool(SEARCH.search(field.hint)), 2.0, "hint"),
        (bool(SEARCH.search(field.own)), 1.5, "id or class"),
        (bool(SEARCH.search(field.label) or FIND.search(field.label)), 1.0, "label"),
        *_against(field, name, searched),
    )
    spoken = [(points, reason) for holds, points, reason in rules if holds]
    return FieldPoints(sum((p for p, _ in spoken), 0.0), tuple(reason for _, reason in spoken))


def _against(field: Field, name: str, searched: bool) -> tuple[tuple[bool, float, str], ...]:
    mail = field.type == "email" or bool(MAIL.search(name))
    hinted = not mail and not searched and bool(MAIL.search(f"{field.hint} {field.label}"))
    return (
        (mail, -4.0, "mail field"),
        (hinted, -2.0, "mail hint"),
        (field.type in ("tel", "number", "date", "url"), -1.5, f"type={field.type}"),
        (not searched and bool(OTHER_NAME.search(name)), -2.0, "names another thing"),
    )


def best_query_field(fields: tuple[Field, ...]) -> tuple[Field, FieldPoints] | None:
    """The text field with most points, the first in order on a tie; None without a text field."""
    texts = [(field, query_points(field)) for field in fields if field.type in TEXT_TYPES]
    return max(texts, key=lambda pair: pair[1].points) if texts else None
