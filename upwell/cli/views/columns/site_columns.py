"""The columns of a site's objects: names, types and units as the model has them, and examples."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from upwell.streams.records import ModelPublished
from upwell.terminal import printable

EXAMPLES = 3
_LONGEST = 80  # letters of an example
_JSON_TYPES = {
    bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object",
}  # fmt: skip
_URLS = ("link", "image")


class SiteColumn(NamedTuple):
    """A column of a site's objects.

    Parameters
    ----------
    name, label
        As the lines have it; as the page calls it, None where it says nothing.
    type, unit
        What its values are and what all are in; text where that is not sure.
    n
        How many objects have it.
    json_types
        The types that its values have in the lines, sorted.
    examples
        Its most frequent values as shown; of equally frequent ones the first by name.
    """

    name: str
    label: str | None
    type: str
    unit: str | None
    n: int
    json_types: list[str]
    examples: list[str]

    def line(self, n_objects: int) -> dict[str, Any]:
        """The column as `upwell schema` writes it."""
        return {
            "name": self.name,
            "label": self.label,
            "type": self.type,
            "unit": self.unit,
            "share": round(self.n / n_objects, 3),
            "examples": self.examples,
        }


def site_columns(
    lines: Sequence[Mapping[str, Any]], model: ModelPublished | None = None
) -> list[SiteColumn]:
    """Columns of the objects that count; those that most of them have come first.

    Parameters
    ----------
    lines
        Of these objects, as `upwell objects` writes them.
    model
        The newest of the site, which says what its columns are.
    """
    told = _published(model)
    values: dict[str, list[Any]] = defaultdict(list)
    shown: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        for name, value in line["fields"].items():
            values[name].append(value)
            shown[name].append(str(line.get("raw", line["fields"])[name]))
    names = sorted(values, key=lambda name: (-len(values[name]), name))
    return [_column(name, values[name], shown[name], told.get(name, {})) for name in names]


def _column(
    name: str, values: Sequence[Any], shown: Sequence[str], told: Mapping[str, Any]
) -> SiteColumn:
    typed = [value for value, text in zip(values, shown, strict=True) if value != text]
    units = Counter(value["unit"] for value in typed if isinstance(value, dict))
    same = len(units) == 1
    kind = "url" if name in _URLS else told.get("type") or _kind_of(typed)
    return SiteColumn(
        name,
        told.get("label"),
        kind,
        next(iter(units)) if same else None,
        len(values),
        sorted({_JSON_TYPES[type(value)] for value in values}),
        _examples(shown),
    )


def _kind_of(typed: Sequence[Any]) -> str:
    """The type of values by their form, where no model says it."""
    forms = {type(value) for value in typed}
    if forms and forms <= {int, float}:
        return "number"
    return {bool: "boolean", dict: "quantity", list: "list"}.get(
        forms.pop() if len(forms) == 1 else str, "text"
    )


def _published(model: ModelPublished | None) -> dict[str, dict[str, Any]]:
    body = msgspec.json.decode(model.body) if model is not None else {}
    return {column["name"]: column for column in body.get("columns", [])}


def _examples(values: Iterable[str]) -> list[str]:
    common = sorted(Counter(values).items(), key=lambda found: (-found[1], found[0]))
    return [printable(value)[:_LONGEST] for value, _ in common[:EXAMPLES]]
