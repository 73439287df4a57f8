"""A reading in the form of `expected.json`, so that the two can be compared and diffed."""

from __future__ import annotations

import json
from difflib import unified_diff
from typing import Any
from urllib.parse import urljoin

import upwell

_SHOWN = 100  # characters of an object that nobody expected
Expected = dict[str, Any]


def wanted(expected: Expected) -> Expected:
    """What of an expectation is compared."""
    return {key: expected[key] for key in ("came_back", "objects", "outside")}


def got(expected: Expected, reading: upwell.Reading) -> Expected:
    """The reading, in the words of the expectation wherever it meets it."""
    open_ones = list(expected["objects"])
    objects = []
    for found in reading.objects:
        inside = [one for one in open_ones if _holds(found.text, one["text"])]
        if not inside:
            objects.append({"text": found.text[:_SHOWN], "expected": False})
            continue
        one = max(inside, key=lambda one: len(one["text"]))
        open_ones.remove(one)
        objects.append(_object(one, found, reading.url or "") | _intruders(one, found, expected))
    texts = [found.text for found in reading.objects]
    outside = [text for text in expected["outside"] if not any(_holds(t, text) for t in texts)]
    return {"came_back": reading.came_back, "objects": objects, "outside": outside}


def diff(expected: Expected, reading: upwell.Reading) -> str:
    """Lines of JSON that differ, expected before read; empty: the page is read exactly."""
    before, after = _lines(wanted(expected)), _lines(got(expected, reading))
    return "\n".join(unified_diff(before, after, "expected", "read", lineterm="", n=2))


def n_off(expected: Expected, reading: upwell.Reading) -> int:
    """How many lines of JSON differ: those that are missing and those that are too many."""
    lines = diff(expected, reading).splitlines()[2:]
    return sum(line[0] in "+-" for line in lines)


def _object(one: Expected, found: Any, url: str) -> Expected:
    result = {"text": one["text"]}
    if "link" in one:
        met = urljoin(url, one["link"]) in [urljoin(url, link) for link in found.links]
        result["link"] = one["link"] if met else found.links
    if "fields" in one:
        parts = [str(value) for value in found.fields.values()]
        parts = [part for part in parts if _bare(part) != _bare(found.text)]
        result["fields"] = [v for v in one["fields"] if any(_holds(part, v) for part in parts)]
    return result


def _intruders(one: Expected, found: Any, expected: Expected) -> Expected:
    """Other expected objects that stand whole in this one, text and fields."""
    inside = []
    for other in expected["objects"]:
        parts = [other["text"], *other.get("fields", [])]
        if not _holds(one["text"], other["text"]) and all(_holds(found.text, p) for p in parts):
            inside.append(other["text"])
    return {"holds_also": inside} if inside else {}


def _holds(text: str, part: str) -> bool:
    return _bare(part) in _bare(text)


def _bare(text: str) -> str:
    return "".join(text.split())


def _lines(value: Expected) -> list[str]:
    return json.dumps(value, ensure_ascii=False, indent=1).splitlines()
