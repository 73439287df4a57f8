"""A family of sources: pages of one make, of which every seed is another site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .database.question import Rules

_NOTHING: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Family:
    """What all seeds of a family share; wrappers, names, order, boxes and wording are the seed's.

    Attributes
    ----------
    name
        As `upwell source NAME` is told.
    about
        One line for the list of sources.
    kind
        Of its records.
    language
        Of its wording and its records: en, de, fr, ja, ...
    rules
        How its database answers.
    per_page
        Records on an answer page.
    method
        Of the search form: get or post.
    single
        What a query with one match shows: `list` (of one), `redirect` (to the detail page).
    none
        What a query with no match shows: `page` (200), `missing` (404), `popular` (padded with
        popular records), `meant` (the answer to another, similar query).
    regions
        Fields whose values split an answer into several regions on one page; empty: one region.
    details
        Whether records have pages of their own.
    fields
        Controls of the form beside the words: of select, radio, checkbox, hidden, token.
    others
        Other forms on the pages: of newsletter, login, postcode, language.
    media_type
        As served; XHTML differs.
    charset
        As served and encoded.
    group
        Field whose value is the heading of a group of records, in the order of an answer.
    contents
        Field of the sections that tables of contents are made of, by month; empty: none.
    ambiguous
        Field (or `title`, any word of it) that a query can name a few records by: then they are
        offered to choose from.
    naming
        Styles of class names its seeds draw from (`names.STYLES`); empty: all.
    boxes
        How likely a seed has a box or a part (`show`), where it is not the usual.
    views
        Views of an answer page, as values of an argument (`view` in templates).
    """

    name: str
    about: str
    kind: str
    language: str = "en"
    rules: Rules = field(default_factory=Rules)
    per_page: int = 20
    method: str = "get"
    single: str = "list"
    none: str = "page"
    regions: str = ""
    details: bool = True
    fields: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    media_type: str = "text/html"
    charset: str = "utf-8"
    group: str = ""
    contents: str = ""
    ambiguous: str = ""
    naming: tuple[str, ...] = ()
    boxes: Mapping[str, float] = field(default_factory=lambda: _NOTHING)
    views: tuple[str, ...] = ()
