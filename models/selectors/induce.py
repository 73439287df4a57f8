"""XPaths of records and their columns, from pages that were read: those that say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urljoin

from lxml import etree

from .params import CANDIDATES, LEARNED, SURE

Element = Any  # of lxml, whose types say no more
_LINK, _IMAGE, _GROUP = "link", "image", "group"
_TEXT = "[normalize-space()]"


class ShownRecord(NamedTuple):
    """An object as it was read: its XPath in the page, and its columns as texts."""

    xpath: str
    fields: Mapping[str, str]


class ShownPage(NamedTuple):
    """A parsed page with the objects that were read of it."""

    root: Element
    url: str
    records: Sequence[ShownRecord]


class Selectors(NamedTuple):
    """What selects the records of a site's pages, and their columns.

    Parameters
    ----------
    record
        XPath of the records; empty: no one XPath selects them.
    columns
        XPath of each column, from its record.
    agreement
        Share of the records that are read the same, column by column.
    left_out
        Columns that no XPath selects surely enough.
    """

    record: str
    columns: dict[str, str]
    agreement: float = 0.0
    left_out: tuple[str, ...] = ()


def induce(pages: Sequence[ShownPage]) -> Selectors:
    """The XPaths that select on these pages what was read of them.

    Reading
    -------
    A template knows places by their hashes; a program wants paths. Of the paths by which a value
    is reached from its record, the one that reaches it in most records stands.
    """
    located = [(page, [_element(page.root, one.xpath) for one in page.records]) for page in pages]
    lone = [(page, found) for page, found in located if found and len(set(found)) == len(found)]
    record = _record_path(lone)
    if not record:
        return Selectors("", {})
    rows = [
        (element, one.fields, page.url)
        for page, found in lone
        for element, one in zip(found, page.records, strict=True)
    ]
    names = Counter(name for _, fields, _ in rows for name in fields if name != _GROUP)
    columns: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (-names[name], name)):
        path = _column_path(name, rows)
        if path:
            columns[name] = path
    left_out = tuple(sorted(names.keys() - columns))
    return Selectors(record, columns, _agreement(pages, record, columns), left_out)


def select(root: Element, url: str, selectors: Selectors) -> list[dict[str, str]]:
    """The records of a page by their XPaths, as the exported code reads them.

    >>> page = etree.HTML("<ul><li class=r><b>Otter</b><li class=r><b>Heron</b></ul>")
    >>> select(page, "", Selectors('//li[@class="r"]', {"title": "./b/text()[1]"}))
    [{'title': 'Otter'}, {'title': 'Heron'}]
    """
    out = []
    for element in root.xpath(selectors.record):
        found = {name: _value(element, path, url) for name, path in selectors.columns.items()}
        out.append({name: value for name, value in found.items() if value})
    return out


def _agreement(pages: Sequence[ShownPage], record: str, columns: dict[str, str]) -> float:
    n = same = 0
    for page in pages:
        found = select(page.root, page.url, Selectors(record, columns))
        wanted = [
            {name: one.fields[name] for name in columns if name in one.fields}
            for one in page.records
        ]
        n += max(len(found), len(wanted))
        same += sum((_counted(found) & _counted(wanted)).values())
    return round(same / n, 4) if n else 0.0


def _counted(rows: Iterable[Mapping[str, str]]) -> Counter[frozenset[tuple[str, str]]]:
    return Counter(frozenset(row.items()) for row in rows)


def _element(root: Element, xpath: str) -> Element:
    found = root.getroottree().xpath(xpath)
    return found[0] if found else None


def _record_path(located: Sequence[tuple[ShownPage, list[Element]]]) -> str:
    """Of the paths by the tags and classes that all records have, the first that is best."""
    elements = [one for _, found in located for one in found if one is not None]
    if not elements or len({one.tag for one in elements}) != 1:
        return ""
    step = _step(elements)
    parents = [one.getparent() for one in elements]
    candidates = [f"//{step}"]
    for _ in range(2):
        if None in parents or len({one.tag for one in parents}) != 1:
            break
        step = f"{_step(parents)}/{step}"
        candidates.append(f"//{step}")
        parents = [one.getparent() for one in parents]
    scores = [
        (sum(_is_same(page.root.xpath(path), found) for page, found in located), -number, path)
        for number, path in enumerate(candidates)
    ]
    n, _, best = max(scores)
    return best if n >= SURE * len(located) else ""


def _is_same(found: Sequence[Element], wanted: Sequence[Element]) -> bool:
    return set(found) == set(wanted)


def _step(elements: Sequence[Element]) -> str:
    """Tag and classes that all of them have, and their id where all have the same."""
    shared = set.intersection(*(set((one.get("class") or "").split()) for one in elements))
    ids = {one.get("id") for one in elements}
    own = f"[@id={_quoted(next(iter(ids)))}]" if len(ids) == 1 and None not in ids else ""
    tag: str = elements[0].tag
    return tag + own + "".join(map(_has_class, sorted(shared)))


def _has_class(name: str) -> str:
    return f'[contains(concat(" ", normalize-space(@class), " "), {_quoted(f" {name} ")})]'


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


def _column_path(name: str, rows: Sequence[tuple[Element, Mapping[str, str], str]]) -> str:
    sample = rows[:: max(1, len(rows) // LEARNED)]
    counts: Counter[str] = Counter()
    for element, fields, url in sample:
        if name in fields:
            counts.update(set(_paths(element, name, fields[name], url)))
    best, least = "", SURE * len(rows)
    ranked = sorted(counts.items(), key=lambda one: (-one[1], len(one[0]), one[0]))
    for path, _ in ranked[:CANDIDATES]:
        same = sum(_value(e, path, url) == fields.get(name, "") for e, fields, url in rows)
        if same > least or (not best and same >= least):
            best, least = path, same
    return best


def _paths(record: Element, name: str, value: str, url: str) -> Iterator[str]:
    """The ways from a record to a value."""
    for node in record.iter(etree.Element):
        for attribute in {_LINK: ("href",), _IMAGE: ("src", "data-src")}.get(
            name, ("aria-label", "title")
        ):
            stated = node.get(attribute)
            if stated and _folded(stated, name, url) == value:
                yield from (f"{path}/@{attribute}" for path in _ways(record, node))
        if name in (_LINK, _IMAGE):
            continue
        if " ".join("".join(node.itertext()).split()) == value:
            yield from (f"string({path})" for path in _ways(record, node))
        for number, text in enumerate(node.xpath(f"./text(){_TEXT}"), 1):
            if " ".join(text.split()) == value:
                yield from (f"{path}/text(){_TEXT}[{number}]" for path in _ways(record, node))


def _ways(record: Element, node: Element) -> Iterator[str]:
    """From a record to an element: by its class, by the tags between, by their numbers."""
    if node is record:
        yield "."
        return
    above = [node, *(one for one in node.iterancestors() if record in one.iterancestors())]
    chain = [one for one in reversed(above) if one is not record]
    for name in (node.get("class") or "").split():
        yield f".//{node.tag}{_has_class(name)}"
    yield "./" + "/".join(one.tag for one in chain)
    yield "./" + "/".join(_step([one]) for one in chain)
    yield "./" + "/".join(f"{one.tag}[{_number(one)}]" for one in chain)


def _number(node: Element) -> int:
    return 1 + sum(1 for _ in node.itersiblings(node.tag, preceding=True))


def _value(element: Element, path: str, url: str) -> str:
    found = element.xpath(path)
    first = found if isinstance(found, str) else found[0] if found else ""
    name = _LINK if path.endswith("/@href") else _IMAGE if path.endswith("src") else ""
    return _folded(str(first), name, url)


def _folded(text: str, name: str, url: str) -> str:
    folded = " ".join(text.split())
    return urljoin(url, folded) if name in (_LINK, _IMAGE) and folded else folded
