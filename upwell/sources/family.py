"""A family of sources: pages of one make, of which every seed is another site."""

from __future__ import annotations

from dataclasses import dataclass, field

from .question import Rules


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
