"""Entropy of a site's terms for people: what its pages have in common, what tells them apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upwell.pace import counted


def entropy_lines(terms: Mapping[str, Any]) -> Iterator[str]:
    """A line for the site, then one for each kind of page, each with the words at both ends."""
    if not terms:
        yield "no entropy of terms yet: the site has no model, or one of an earlier version"
        return
    yield from _lines("site", terms)
    for kind, own in terms["kinds"].items():
        yield from _lines(f"kind {kind}", own)


def _lines(of: str, terms: Mapping[str, Any]) -> Iterator[str]:
    yield f"{of}: {counted(terms['terms'], 'term')} on {counted(terms['pages'], 'page')}"
    for name, meaning in (("frame", "on all pages alike"), ("content", "telling pages apart")):
        words = ", ".join(f"{word} {entropy:.2f}" for word, entropy in terms[name].items())
        yield f"  {meaning}: {words or 'none'}"
