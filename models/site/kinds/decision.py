"""What each kind of page is: lists, items, nothing, or unsure; one decision for all its pages."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from ...templates.telling import Telling
from .params import FEW

KindOf = Literal["list", "item", "nothing", "unsure"]
LED_TO = "contents lead to its pages"  # a rule
LEADS_OUT = "its lists lead to other kinds"
PINNED = "pinned"  # the rule of what the operator says


class KindEvidence(NamedTuple):
    """All that is known of a kind of page, beside what its pages look like."""

    n_pages: int  # of the sample
    is_asked: bool  # most of them answer queries
    says_nothing: float  # share of those that answer nonsense, or say what such answers say
    n_lists: int  # lists of its own that the search finds on most of its pages
    follows: int  # of these, those that follow the query
    to_own: int  # links from parts of its own lists to pages of this kind ...
    to_others: int  # ... and to pages of other kinds
    telling: Telling | None  # of its slots; None: too few pages that answer no question
    to_alike: int = 0  # links from parts of its own lists to addresses formed like its own ...
    to_unlike: int = 0  # ... and to others, whether these pages were seen or not
    nowhere: int = 0  # pages whose own list leads to no other page
    from_answers: int = 0  # links to its pages from parts of lists that answer queries
    of_text: int = 0  # pages whose own list is their text, in paragraphs or sections ...
    of_records: int = 0  # ... and others with a list of their own
    leads_on: bool = False  # its pages lead to more than they tell themselves
    is_led_to: bool = False  # tables of contents lead to its pages, which tell more themselves


class KindDecision(msgspec.Struct, frozen=True, array_like=True):
    """What a kind is, and why: the rule that decided and the numbers it went by."""

    is_: KindOf = "unsure"
    rule: str = ""
    why: dict[str, float] = {}


def decide_kind(evidence: KindEvidence) -> KindDecision:
    """What a kind of page is.

    Reading
    -------
    THOR leaves to its ranking which clusters hold answers, and knows no pages about one thing.
    Here several witnesses are asked, and where they contradict each other the kind is unsure: then
    each of its pages stays with the search. A list that most pages of a kind show is only doubted
    where nothing was asked, so that it cannot follow a query, and where its parts lead to pages
    like the one they stand on: a record's page leads to similar ones, a page of a catalogue to the
    records it lists. Where none of these pages was seen their addresses tell as much; and where
    the parts lead nowhere, as what is said of a thing does, the page that tells of it is the thing.
    Paragraphs, and sections that are changed one by one, are no list of anything. And
    before all of this counts what answers list: pages that tell of one thing, and to which lists of
    answers lead more often than theirs lead on, are the records' own, though more stands on them in
    sections or posts than is told of all.

    Examples
    --------
    >>> says = Telling(subject=1, identifying=3, described=8, repeated=2)
    >>> own = KindEvidence(20, False, 0.0, 0, 0, 0, 0, says)
    >>> decide_kind(own).is_
    'item'
    >>> decide_kind(own._replace(n_lists=1)).is_
    'unsure'
    >>> decide_kind(own._replace(n_lists=1, to_own=9, to_others=2)).is_
    'item'
    >>> decide_kind(own._replace(n_lists=1, to_others=9)).is_
    'list'
    >>> decide_kind(own._replace(n_lists=1, nowhere=9)).rule
    'its lists lead nowhere'
    >>> decide_kind(own._replace(n_lists=1, to_others=9, from_answers=20)).rule
    'answers lead to its pages'
    """
    return _decide_asked(evidence) if evidence.is_asked else _decide_unasked(evidence)


def _decide_asked(e: KindEvidence) -> KindDecision:
    """The decision on a kind whose pages answer questions."""
    if 2 * e.says_nothing > 1:
        return _decided("nothing", "answers nonsense", says_nothing=e.says_nothing)
    if e.n_lists:
        return _decided("list", "lists are answers", lists=e.n_lists, follow=e.follows)
    return _decided("unsure", "answers without a list", pages=e.n_pages)


def _decide_unasked(e: KindEvidence) -> KindDecision:
    """The decision on a kind whose pages were reached by links."""
    if e.telling is None or e.n_pages < FEW:
        few = "lists on few pages" if e.n_lists else "few pages"
        return _decided("list" if e.n_lists else "unsure", few, pages=e.n_pages, lists=e.n_lists)
    if e.n_lists:
        return _decide_listing(e, e.telling)
    apart = {name: getattr(e.telling, name) for name in ("subject", "identifying", "described")}
    if e.leads_on:
        return _decided("unsure", "its pages lead to more than they tell", **apart)
    if e.is_led_to and e.telling.identifying:
        return _decided("item", LED_TO, **apart)
    if e.telling.tells_apart:
        return _decided("item", "each page tells what it is about", **apart)
    if not e.telling.described:
        return _decided("nothing", "its pages say the same", pages=e.n_pages)
    return _decided("unsure", "nothing tells its pages apart", **apart)


def _decide_listing(e: KindEvidence, telling: Telling) -> KindDecision:
    """The decision on a kind whose pages were reached by links and mostly show a list."""
    numbers = {
        "lists": e.n_lists,
        "to_own": e.to_own,
        "to_others": e.to_others,
        "to_alike": e.to_alike,
        "described": telling.described,
        "repeated": telling.repeated,
    }
    of_one = telling.tells_apart and telling.described > telling.repeated
    led = e.to_own + e.to_others >= FEW
    if e.from_answers >= FEW and e.from_answers > e.to_others and telling.tells_apart:
        return _decided("item", "answers lead to its pages", answers=e.from_answers, **numbers)
    if led and e.to_others >= e.to_own:
        return _decided("list", LEADS_OUT, **numbers)
    if e.of_text >= FEW and e.of_text > e.of_records and telling.tells_apart:
        return _decided("item", "its lists are its text", text=e.of_text, **numbers)
    if of_one and led:
        return _decided("item", "its lists lead to pages like it", **numbers)
    if of_one and e.nowhere >= FEW and not (e.to_alike or e.to_unlike):
        return _decided("item", "its lists lead nowhere", nowhere=e.nowhere, **numbers)
    if of_one and e.to_alike >= FEW and e.to_alike > e.to_unlike:
        return _decided("item", "its lists lead to addresses like its own", **numbers)
    if of_one:
        return _decided("unsure", "a list on pages that tell of one thing", **numbers)
    return _decided("list", "more is listed than told", **numbers)


def _decided(is_: KindOf, rule: str, **why: float) -> KindDecision:
    return KindDecision(is_, rule, {name: round(float(n), 3) for name, n in why.items()})
