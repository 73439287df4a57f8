"""From a reading to objects with ids: only what is new or different on a page is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Any, NamedTuple

import xxhash

from upwell.models.change.object_text import without_ordinals
from upwell.models.objects.arguments.views import views
from upwell.models.objects.earlier_ids import Found, earlier_ids
from upwell.models.objects.hits import seen_hits
from upwell.models.objects.identity import Asked, Listed, identities
from upwell.models.objects.identity_table import IdentityEvidence, IdentityRule, seen_columns
from upwell.models.objects.key_columns import has_key, identity_of
from upwell.models.objects.own_address import is_own_page
from upwell.models.objects.steadiness import REST, Showing, beside, seen_values
from upwell.models.sample import lowest
from upwell.models.site import Reading
from upwell.models.text.words import words
from upwell.streams.records import Absent, FoundObject, Page, Seen

from ..reducer import Send
from .entries import Entry, Shown

ROUND = "round"  # of a page of a search that is watched
VISITS = frozenset({"revisit", ROUND})  # of pages that were read before
MAX_WORDS = 200  # of an object, lowest hashes first: any cut by the alphabet is a bias


class Identified(NamedTuple):
    """An object of a page with its id and its own URL."""

    id: str
    url: str | None
    text: str
    said: int  # digest of its text without its place in the list
    rest: str  # what it says beside its fields
    fields: dict[str, str]
    links: list[str]
    place: int = 0  # of what holds it
    typed: Mapping[str, Any] = MappingProxyType({})
    slots: Mapping[str, str] = MappingProxyType({})
    own_text: str = ""  # its text without its place in the list

    @property
    def columns(self) -> dict[str, str]:
        """All that it says, by column: where it leads is its identity."""
        columns = {name: text for name, text in self.fields.items() if name != "link"}
        return {**columns, REST: self.rest} if self.rest else columns

    def joined(self, other: Identified) -> Identified:
        """This object with what another row of the page shows of it besides."""
        rich, poor = (other, self) if len(other.text) > len(self.text) else (self, other)
        links = list(dict.fromkeys([*rich.links, *poor.links]))
        fields = {**poor.fields, **rich.fields}
        both = ((poor.typed, poor.fields), (rich.typed, rich.fields))
        typed = {n: v for typed, own in both for n, v in typed.items() if fields[n] == own[n]}
        slots = {**poor.slots, **rich.slots}
        return rich._replace(fields=fields, links=links, typed=typed, slots=slots)


class Objects(NamedTuple):
    """The objects of a page, each once, and what they teach."""

    found: list[Identified]
    evidence: IdentityEvidence


def identified(
    site: str,
    page: Asked,
    reading: Reading,
    rule: IdentityRule,
    at: float,
    shown: Callable[[Set[str]], Set[str]],
) -> Objects:
    """Objects of a reading with their ids; rows of one object are one.

    Parameters
    ----------
    site, page
        Authority, and the page that was read.
    reading
        What was read.
    rule
        How the site's objects are told apart.
    at
        When the page was fetched.
    shown
        Which of some ids other pages show.
    """
    own = without_ordinals(
        [found.text for found in reading.objects],
        [found.fields.get("group") for found in reading.objects],
    )
    listed = [
        Listed(text, found.anchors, found.pagelet)
        for found, text in zip(reading.objects, own, strict=True)
    ]
    told = identities(listed, page, site, rule)
    idle = [(v.shape, v.name) for v in views(site, told.own) if v.is_idle(shown(v.ids))]
    if idle:
        told = identities(listed, page, site, rule.without(idle))
    out: dict[str, Identified] = {}
    for number, (found, text, own_page) in enumerate(
        zip(reading.objects, own, told.own, strict=True)
    ):
        if number in told.strangers and not has_key(rule, found.fields):
            continue
        id_ = identity_of(site, rule, found.fields, own_page, text)
        one = Identified(
            id_,
            own_page.url if own_page else None,
            found.text,
            xxhash.xxh3_64_intdigest(text.encode("utf-8", "replace")),
            beside(text, found.fields.values()),
            found.fields,
            found.links,
            found.place,
            found.typed,
            found.slots,
            text,
        )
        out[id_] = out[id_].joined(one) if id_ in out else one
    objects = list(out.values())
    showing = Showing(
        xxhash.xxh32_intdigest(page.url.encode("utf-8", "replace")),
        at,
        tuple(seen_values(one.id, one.columns) for one in objects),
    )
    columns, hits = seen_columns(told.columns), seen_hits(told.columns, page.query)
    return Objects(objects, IdentityEvidence((), columns, showing, idle=tuple(idle), hits=hits))


class Sightings(NamedTuple):
    """What watch is told of a page with each of its objects.

    Parameters
    ----------
    record, url
        The page, and its URL after redirects.
    version
        Of the model that reads it.
    before_at
        When it was fetched before; 0: never.
    unsteady
        Columns that are no news.
    alike
        It was read before by the same rules: what differs is what the page says.
    called
        Columns of which the operator says something, by every name that they had.
    names
        How columns are called since own pages told what they are, by slot.
    listed
        Ids that any page of the same list showed, in the round of a search: what they say there is
        compared as on this one.
    """

    record: Page
    url: str
    version: int
    before_at: float
    unsteady: Sequence[str]
    alike: bool = True
    called: Mapping[str, str] = MappingProxyType({})
    names: Mapping[str, str] = MappingProxyType({})
    listed: Set[str] = frozenset()

    def seen(self, found: Identified, again: bool, was: str) -> Seen:
        """An object that is new or different; `again`: the page showed it before."""
        return Seen(
            site=self.record.site,
            seq=0,
            id=found.id,
            url=found.url,
            page_url=self.url,
            query=self.record.query,
            text=found.text,
            said=found.said,
            rest=found.rest,
            fields=found.fields,
            links=found.links,
            at=self.record.fetched_at,
            model_version=self.version,
            before_at=self.before_at if again else 0.0,
            otherwise=again and not self.alike,
            number=self.record.number,
            unsteady=[name for name in self.unsteady if name in found.columns],
            was=was,
            typed=dict(found.typed),
            provenance={
                name: ["", found.slots.get(name, ""), self.version] for name in found.fields
            },
            called=dict(self.called),
            names=dict(self.names),
        )

    def absent(self, id_: str, nowhere: bool, becomes: str) -> Absent:
        """An object that the page shows no more, or under another id."""
        return Absent(
            site=self.record.site,
            seq=0,
            id=id_,
            page_url=self.url,
            at=self.record.fetched_at,
            model_version=self.version,
            nowhere=nowhere,
            becomes=becomes,
            visit=self.record.reason in VISITS,
        )


def differences(
    page: Sightings,
    objects: list[Identified],
    before: Entry | None,
    elsewhere: Callable[[Set[str]], Set[str]],
) -> tuple[list[Send], Shown]:
    """What to tell watch, and what the page shows now.

    Parameters
    ----------
    page
        The page.
    objects
        What is read on it now.
    before
        How it was read last; None: never.
    elsewhere
        Which of these ids other answers show.
    """
    now = {found.id: _digest(found, page.unsteady, page.called) for found in objects}
    shown = before.shown if before else {}
    lost = shown.keys() - now.keys()
    becomes = earlier_ids(
        page.record.site,
        [Found(one.id, one.url, one.own_text, tuple(one.fields.values())) for one in objects],
        lost,
        shown.keys() & now.keys(),
    )
    was = {new: old for old, new in sorted(becomes.items())}
    sends = [
        Send(
            "objects",
            found.id,
            page.seen(found, found.id in shown or found.id in page.listed, was.get(found.id, "")),
        )
        for found in objects
        if shown.get(found.id) != now[found.id]
    ]
    kept = elsewhere(lost) if lost else set()
    gone = [
        Send("objects", id_, page.absent(id_, id_ not in kept, becomes.get(id_, "")))
        for id_ in sorted(lost)
    ]
    return sends + gone, now


def emptied(record: Page, entry: Entry, came_back: str, version: int) -> list[Send]:
    """A page that was visited again shows nothing: its objects may be gone, or are elsewhere.

    It is taken for as it was known; an error, a block or an outage says nothing at all.
    """
    if came_back != "no_match" and record.status not in (404, 410):
        return []
    page = Sightings(record, record.final_url, version, entry.at, ())
    return [Send("objects", id_, page.absent(id_, False, "")) for id_ in sorted(entry.shown)]


def for_plan(objects: list[Identified], page_url: str) -> list[FoundObject]:
    """What the query pool needs of the objects of an answer."""
    return [
        FoundObject(
            id=found.id,
            words=_distinct(words(found.text)),
            url=found.url if found.url and not is_own_page(page_url, found.url) else "",
        )
        for found in objects
    ]


def _distinct(found: list[str]) -> list[str]:
    """Distinct words in an order of their own; hashes are asked only where some have to go."""
    distinct = set(found)
    return sorted(distinct) if len(distinct) <= MAX_WORDS else lowest(distinct, MAX_WORDS)


def _digest(found: Identified, unsteady: Sequence[str], called: Mapping[str, str]) -> int:
    """32 bits: of four billion changes of an object one goes unseen, and every page keeps them."""
    columns = sorted(found.columns.items())
    kept = "\0".join(f"{name}\1{value}" for name, value in columns if name not in unsteady)
    said = sorted(name for name in called.values() if name in found.fields)
    kept += "".join(f"\0{name}\2{found.typed.get(name)}" for name in said)
    kept += "\3" * bool(found.slots)  # its list is known by now
    return xxhash.xxh3_64_intdigest(kept.encode("utf-8", "replace")) & 0xFFFFFFFF
