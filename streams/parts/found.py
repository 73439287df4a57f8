"""What a page holds that plan needs: links, search forms, objects; parts of a finding."""

from __future__ import annotations

import msgspec


class FoundLink(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A link of an answer page that plan may follow."""

    url: str  # absolute
    role: str  # pager, entity, second_level, description, option, other
    text: str = ""
    page: int | None = None  # of a list, which of its pages it leads to; 1 the first
    cursor: str = ""  # the same for all links of an answer that lead to one of its pages
    steady: str = ""  # where it leads at any visit, if it has a session of this one


class FoundForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A search form of a page: its URL template and how sure we are."""

    template: str | None  # with {query}; None for POST
    method: str
    action: str
    query_field: str | None
    score: float
    fields: list[tuple[str, str]] = []  # of a POST: names and default values
    language: str = ""  # of its page, as that says
    encoding: str = "utf-8"  # in which it is sent
    hidden: list[tuple[str, str]] = []  # fields of a POST that its page sets
    target: str = ""  # where a POST goes
    place: int = 0  # among the forms of its page, the first is 1
    choices: list[tuple[str, str | None, str | None]] = []  # name, value sent, another; None: none
    way: str = "form"  # or opensearch, search-action, template: who says that it is asked so
    never: str = ""  # why it may not be sent at all; empty where it may


class FoundObject(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An object on an answer page, as the query pool needs it."""

    id: str
    words: list[str] = []  # distinct words of its text, only when it is new to the site
    url: str = ""  # its own page, where that is another than the one it was found on
