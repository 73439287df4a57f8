"""Types of a site's columns by their names: one name has one type, whichever template it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from upwell.models.columns import ColumnType, decide

from .columns import Template
from .naming import TITLE


def types_of(templates: Iterable[Template]) -> dict[str, ColumnType]:
    """The types that are sure; a title is a text whatever it looks like.

    Examples
    --------
    >>> from .columns import Column
    >>> price = Column(5, 0, "price", "price", 4, (("money:,", 4), ("~unit EUR €", 4)))
    >>> types_of([Template(1, (price,))])["price"].unit
    'EUR'
    """
    counts: dict[str, Counter[str]] = {}
    n: Counter[str] = Counter()
    for template in templates:
        for column in template.columns:
            if column.name and column.name != TITLE:
                counts.setdefault(column.name, Counter()).update(dict(column.forms))
                n[column.name] += column.n
    found = {name: decide(forms, n[name]) for name, forms in sorted(counts.items())}
    return {name: of for name, of in found.items() if of is not None}
