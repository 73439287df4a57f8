"""What a page states of its objects and does not show: fields from JSON-LD and microdata."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from ..page.attributes import SAYING
from ..page.sheet import Sheet
from .cells import Stretch
from .json_ld import is_no_thing, values_below
from .markup_names import property_name
from .references import References

STATED = "stated_"  # such a field is not on the page for people
_MOST = 500  # things of a page
_MOST_FIELDS = 12  # of an object
_DEEP = 12  # levels of one thing within another
_OWN = frozenset(("title", "image"))  # what a row has of its own
_FLEETING = frozenset(("date_modified", "price_valid_until"))  # of the page, not of the thing
_TERM = re.compile(r"https?://schema\.org/")


class Thing(NamedTuple):
    """A thing with what is stated of it, each property that has one value."""

    name: str
    url: str
    values: dict[str, str]


def add_hidden_fields(
    page: Sheet,
    spans: Sequence[Stretch],
    rows: Sequence[dict[str, str]],
    references: References,
) -> None:
    """Put into each object's fields what the page states of it and its text lacks.

    Parameters
    ----------
    page
        The page.
    spans
        Its objects.
    rows
        Their fields; changed.
    references
        Their links.

    Reading
    -------
    The papers end at what a page shows. A shop states number, currency and a date that machines
    can read; whose they are is told by the name or the address of the thing, and where that is
    that of several objects, or of several things, nothing is.
    """
    told = _microdata(page, spans)
    for i, values in _of_objects(page, spans, rows, references).items():
        told[i] = {**values, **told[i]}
    for i, span in enumerate(spans):
        if not told[i]:
            continue
        shown = _folded(page.visible(span.start, span.stop))
        lacking = (
            (name, text)
            for name, text in told[i].items()
            if name not in _OWN | _FLEETING and not _holds(shown, _folded(text))
        )
        rows[i].update((f"{STATED}{name}", text) for name, text in islice(lacking, _MOST_FIELDS))


def things(scripts: Iterable[bytes]) -> list[Thing]:
    """The things that JSON-LD states, the outermost each; what is no JSON says nothing.

    >>> things([b'{"@type": "Product", "name": "Vase", "sku": 7, "offers": {"price": "4"}}'])
    [Thing(name='Vase', url='', values={'title': 'Vase', 'sku': '7', 'price': '4'})]
    """
    out: list[Thing] = []
    for script in scripts:
        try:
            whole = msgspec.json.decode(script)
        except (msgspec.DecodeError, RecursionError):
            continue
        out += islice(_things(whole, 0), _MOST - len(out))
    return out


def _things(value: Any, depth: int) -> Iterator[Thing]:
    if depth > _DEEP:
        return
    if isinstance(value, list):
        for each in value:
            yield from _things(each, depth + 1)
    if not isinstance(value, dict) or is_no_thing(value.get("@type")):
        return
    held: dict[str, dict[str, None]] = defaultdict(dict)
    for key, each in value.items():
        name = property_name(key)
        if key == "@graph" or (not name and isinstance(each, dict | list)):
            yield from _things(each, depth + 1)
        elif not key.startswith("@"):
            for text, its in values_below(each, name, depth + 1):
                held[its][text] = None
    values = {
        name: _bare_term(next(iter(texts))) for name, texts in held.items() if len(texts) == 1
    }
    url = value.get("url") or value.get("@id")
    values = {name: text for name, text in values.items() if "://" not in text}
    if values:
        yield Thing(values.get("title", ""), url if isinstance(url, str) else "", values)


def _of_objects(
    page: Sheet,
    spans: Sequence[Stretch],
    rows: Sequence[dict[str, str]],
    references: References,
) -> dict[int, dict[str, str]]:
    """Values by object: of the one thing that has its name, or its address."""
    stated = things(page.tree.json_ld)
    if not stated:
        return {}
    by_name: dict[str, list[int]] = defaultdict(list)
    by_url: dict[str, list[int]] = defaultdict(list)
    for number, thing in enumerate(stated):
        by_name[_folded(thing.name)].append(number)
        by_url[_address(thing.url)].append(number)
    found: dict[int, list[int]] = defaultdict(list)
    for i, (span, row) in enumerate(zip(spans, rows, strict=True)):
        names = by_name.get(_folded(row.get("title", "")), []) if "title" in row else []
        urls = [page.tree.url] if len(spans) == 1 else references.of(span)
        addressed = {n for url in urls for n in by_url.get(_address(url), []) if _address(url)}
        for candidates in (names, sorted(addressed)):
            if len(candidates) == 1:
                found[candidates[0]].append(i)
                break
    return {held[0]: stated[n].values for n, held in found.items() if len(held) == 1}


def _microdata(page: Sheet, spans: Sequence[Stretch]) -> list[dict[str, str]]:
    """Values by object that stand in attributes: `<meta itemprop=sku content=7>`."""
    told: list[dict[str, str]] = [{} for _ in spans]
    for node in page.attributes.items:
        attributes = page.tree.stated[node]
        text = " ".join((attributes.get(SAYING[page.tag[node]]) or "").split())
        name = property_name((attributes["itemprop"] or "").split(" ")[0])
        text = _bare_term(text)
        if not name or not text or "://" in text:
            continue
        for i, span in enumerate(spans):
            if span.start <= node < span.stop:
                told[i].setdefault(name, text)
    return told


def _bare_term(text: str) -> str:
    """A value; of a term of schema.org the term."""
    return _TERM.sub("", text)


def _holds(shown: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", shown))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _address(url: str) -> str:
    return url.partition("#")[0].partition("://")[2].rstrip("/")
