"""The columns of a site's objects, as far as the newest ones show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from upwell.streams.filters.comparing import number_of

from ..params import SHOWN_COLUMNS

LEAST_TITLE = 3  # characters; a shorter value names nothing
PICTURES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif")


def columns_of(objects: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each column with the share that has it, whether it is of numbers, or of pictures.

    What most have comes first; of about equally frequent ones that which the page has first.

    >>> found = columns_of([{"fields": {"price": 3, "name": "otter"}, "raw": {"name": "otter"}}])
    >>> [(one["name"], one["share"], one["numbers"]) for one in found]
    [('price', 1.0, True), ('name', 1.0, False)]
    """
    counts: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    pictures: Counter[str] = Counter()
    for one in objects:
        for name, value in one["fields"].items():
            counts[name] += 1
            numbers[name] += number_of(value) is not None
            pictures[name] += is_picture(one["raw"].get(name, value))
    return [
        {
            "name": name,
            "share": round(n / len(objects), 3),
            "numbers": 2 * numbers[name] > n,
            "pictures": 2 * pictures[name] > n,
        }
        for name, n in sorted(counts.items(), key=lambda found: -(10 * found[1] // len(objects)))
    ]


def table_columns(
    columns: Sequence[dict[str, Any]], objects: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The columns of a table, as many as there is room for, without what its first column says."""
    said = {
        name
        for one in objects
        for name, text in one["raw"].items()
        if text in (one["title"], one["url"])
    }
    return [one for one in columns if one["name"] not in said][:SHOWN_COLUMNS]


def title(text: str, raw: Mapping[str, Any]) -> str:
    """What an object may be called: the longest value that its text begins with, else the text.

    >>> title("Otters of the river Ann Lee 2020", {"a": "Ann Lee", "b": "Otters of the river"})
    'Otters of the river'
    >>> title("12 otters", {"n": "1"})
    '12 otters'
    """
    values = [one for one in raw.values() if isinstance(one, str) and len(one) >= LEAST_TITLE]
    return max((one for one in values if text.startswith(one)), key=len, default=text)


def is_picture(value: Any) -> bool:
    """Whether a text is the address of a picture.

    >>> is_picture("https://a.test/otter.JPG?w=3"), is_picture("otter.jpg"), is_picture(3)
    (True, False, False)
    """
    if not isinstance(value, str) or not value.startswith(("http://", "https://", "/")):
        return False
    return value.partition("?")[0].lower().endswith(PICTURES)
