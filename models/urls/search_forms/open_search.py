"""Search templates that a site declares beside its forms: OpenSearch and SearchAction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import msgspec

from upwell.models.tree.markup.stated_links import attributes_of, stated_links
from upwell.models.tree.raw.encoding import encoding_named

from ..template import QUERY

DESCRIPTION = "application/opensearchdescription+xml"
_MOST_BYTES = 1 << 18  # of a description
_MOST_VALUES = 10_000  # of JSON that are looked at
_URL = re.compile(r"<(?:[\w-]{1,20}:)?Url\b([^<>]{0,4000})>", re.I)
_CODING = re.compile(r"<(?:[\w-]{1,20}:)?InputEncoding>\s*([\w:.-]{1,40})\s*<", re.I)
_PLACE = re.compile(r"\{([\w:.-]{1,60})(\??)\}")
# What a description leaves to be filled in besides the words, and what a first page is.
_FIRST = {"startPage": "1", "startIndex": "1", "inputEncoding": "UTF-8", "outputEncoding": "UTF-8"}


def description_links(source: bytes, url: str) -> list[str]:
    """Addresses of the OpenSearch descriptions that the head of a page names.

    >>> page = b'<link rel="search" type="application/opensearchdescription+xml" href="/os.xml">'
    >>> description_links(page, "http://a.example/x")
    ['http://a.example/os.xml']
    """
    out = []
    for stated in stated_links(source):
        named = "search" in stated.get("rel", "").lower().split()
        if named and stated.get("type", "").strip().lower() == DESCRIPTION:
            out.append(_joined(url, stated.get("href", "")))
    return [one for one in dict.fromkeys(out) if one]


def opensearch(body: bytes, url: str) -> tuple[list[str], str]:
    """The templates of pages that an OpenSearch description states, and their encoding.

    Reading
    -------
    The description is read as text: it is data of strangers, and of its grammar one element with
    two attributes is of use. Only pages count, asked by GET; a place that need not be filled is
    left empty.

    Examples
    --------
    >>> said = b'<Url type="text/html" template="/s?q={searchTerms}&amp;p={startPage?}"/>'
    >>> opensearch(said, "http://a.example/os.xml")
    (['http://a.example/s?q={query}&p='], 'utf-8')
    """
    text = body[:_MOST_BYTES].decode("utf-8", "replace")
    coding = _CODING.search(text)
    out = []
    for found in _URL.finditer(text):
        stated = attributes_of(found[1])
        kind = stated.get("type", "").partition(";")[0].strip().lower()
        asks = stated.get("method", "get").strip().lower() == "get"
        if kind in ("text/html", "application/xhtml+xml") and asks:
            out.append(_filled(stated.get("template", ""), url, "searchTerms"))
    return [one for one in dict.fromkeys(out) if one], encoding_named(
        coding[1] if coding else ""
    ) or "utf-8"


def search_actions(scripts: Iterable[bytes], url: str) -> list[str]:
    """The templates that a page states as `SearchAction` in its JSON-LD.

    >>> said = b'{"@type": "SearchAction", "target": "/s?q={words}", "query-input": "name=words"}'
    >>> search_actions([said], "http://a.example/")
    ['http://a.example/s?q={query}']
    """
    out = []
    for script in scripts:
        try:
            stated = msgspec.json.decode(script)
        except (msgspec.DecodeError, RecursionError):
            continue
        for action in _actions(stated):
            name = _input_of(action.get("query-input"))
            for target in _listed(action.get("target")):
                if isinstance(target, dict):
                    target = target.get("urlTemplate")
                if isinstance(target, str) and name:
                    out.append(_filled(target, url, name))
    return [one for one in dict.fromkeys(out) if one]


def _actions(stated: Any) -> Iterator[dict[str, Any]]:
    left = [stated]
    for _ in range(_MOST_VALUES):
        if not left:
            return
        value = left.pop()
        if isinstance(value, dict):
            if "SearchAction" in _listed(value.get("@type")):
                yield value
            left += value.values()
        elif isinstance(value, list):
            left += value


def _input_of(stated: Any) -> str:
    """The name of the place for the words."""
    if isinstance(stated, dict):
        name = stated.get("valueName")
        return name if isinstance(name, str) else ""
    found = re.search(r"name=([\w:.-]{1,60})", stated) if isinstance(stated, str) else None
    return found[1] if found else ""


def _filled(template: str, url: str, words: str) -> str:
    """A template with one place, for the query; empty where another has to be filled too.

    Words say what a host is asked, never which host, nor which of its ports.
    """
    at = f"{{{words}}}", f"{{{words}?}}"
    held = template.replace(at[0], "\0").replace(at[1], "\0")
    if held.count("\0") != 1:
        return ""
    for place in _PLACE.finditer(held):
        if not place[2] and place[1] not in _FIRST:
            return ""
    plain = _PLACE.sub(lambda place: "" if place[2] else _FIRST[place[1]], held)
    found = _joined(url, plain.replace("\0", "upwell-query"))
    if "upwell-query" in urlsplit(found).netloc:
        return ""
    return found.replace("upwell-query", QUERY).partition("#")[0] if found else ""


def _joined(url: str, address: str) -> str:
    try:
        found = urljoin(url, address.strip())
    except ValueError:
        return ""
    return found if found.startswith(("http://", "https://")) else ""


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
