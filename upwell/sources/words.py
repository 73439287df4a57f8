"""The project's own word lists, by section (`words.txt`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType


@cache
def lists() -> MappingProxyType[str, tuple[str, ...]]:
    """Every section with its words, in the file's order.

    >>> lists()["publisher"][:2]
    ('Press', 'House')
    """
    sections: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in Path(__file__).with_name("words.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif line:
            sections[name] = tuple(line.split())
    return MappingProxyType(sections)


@cache
def subjects() -> tuple[str, ...]:
    """The sections that are subjects of a catalogue: those without a dot that hold topic words.

    >>> "sailing" in subjects(), "publisher" in subjects(), "person.first" in subjects()
    (True, False, False)
    """
    return tuple(name for name in lists() if "." not in name and name != "publisher")
