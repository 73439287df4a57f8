"""Watch: what happened to each object - new, changed, corrected, gone - by a counted version.

Keyed by object id; an event's id is (object id, version), so sinks are idempotent by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from upwell.models.change.called import called_here, is_typed_otherwise, rows_by_now
from upwell.models.change.carried import of_columns
from upwell.models.change.difference import as_they_were, difference
from upwell.models.change.news import WITHIN_S, News, Sighting, news
from upwell.models.change.rounds.compared import LEFT
from upwell.models.change.whole import unsaid, whole
from upwell.models.objects.own_address import is_own_page
from upwell.models.objects.steadiness import REST
from upwell.streams.records import Absent, Change, Gone, Missing, Placed, Record, Seen, Tick

from .reducer import Agent, Identity, Send, View
from .state import opening


class OwnPage(msgspec.Struct, array_like=True):
    """What the own page of an object says of it."""

    fields: dict[str, str]
    typed: dict[str, Any]
    provenance: dict[str, list[Any]]
    page: str
    at: float  # when it was fetched
    model_version: int


class Known(msgspec.Struct, array_like=True):
    """The last version of one object."""

    version: int
    text: str
    fields: dict[str, str]
    url: str | None
    at: float = 0.0  # when the page that said it was fetched
    model_version: int = 0  # that read it
    said: int = 0
    withdrawn: bool = False
    rest: str = ""  # what it said beside its fields
    unsteady: dict[str, int] = {}  # columns that another page said otherwise within the hour
    elsewhere: list[str] = []  # columns that other pages brought than the one whose text this is
    typed: dict[str, Any] = {}
    page: str = ""  # that what is from "" is from
    provenance: dict[str, list[Any]] = {}
    gone_at: float = 0.0  # since when it is gone; 0: it is there
    own: OwnPage | None = None
    links: list[str] = []  # of the row
    early: list[Placed] = []  # what was said of it before it was seen: the log has two ways to here


_decode = msgspec.msgpack.Decoder(Known).decode
_encode = msgspec.msgpack.Encoder().encode


def reduce(
    view: View, record: Seen | Absent | Gone | Placed | Tick, prepared: None
) -> Sequence[Send]:
    """Compare what was seen with the last version; emit only differences. Time alone tells nothing.

    Reading
    -------
    An object is the same while its columns are, its heading and its number in the list left out:
    those say something of its neighbours (`news`). A page that lost an object says little about
    the object: others may show it. Of one that was visited again plan is told, who looks for the
    object where it has to be and says when it is gone. But the first models take boxes beside
    the answer for objects: one is withdrawn when a later model has read the answers that showed
    it again, and none shows it.
    """
    if isinstance(record, Tick):
        return []
    head = view.head()
    with opening(record.id):
        known = _decode(head) if head is not None else None
    before = known
    if isinstance(record, Seen) and known is not None and record.called:
        known = _as_called(known, record.called)
    if isinstance(record, Absent):
        return _missed(view, known, record) if known else []
    if isinstance(record, Gone):
        return _end(view, known, record) if known else []
    if isinstance(record, Placed):
        return _place(view, known, record)
    if record.is_own:
        return _join(view, known, record) if known else []
    if known is not None and known.gone_at:
        return _return(view, known, record)
    if known is None or known.withdrawn:
        version = known.version + 1 if known else 1
        sends = list(_tell(view, Known(version, "", {}, None), record, _first(record)))
        for early in known.early if known else ():
            sends += _place(view, _decode(view.head() or b""), early)
        return sends
    found = news(_sighting(known), _sighting(record, same_page=known.page == record.page_url))
    if not found.event and before is not None:
        found = _said(before, known, record) or found
    if found.event == "changed":
        found = found._replace(before=unsaid(found.before, found.columns, known.own))
        if not found.before:
            _tell(view, known, record, found)
            return []
    if found.event:
        return _tell(view, msgspec.structs.replace(known, version=known.version + 1), record, found)
    if found.unsteady != known.unsteady:
        view.set_head(_encode(msgspec.structs.replace(known, unsteady=dict(found.unsteady))))
    return []


def _as_called(known: Known, called: Mapping[str, str]) -> Known:
    """What is known, under the names that the operator gives."""
    called = called_here(called, known.provenance)
    own = known.own and msgspec.structs.replace(known.own, **rows_by_now(known.own, called))
    return msgspec.structs.replace(known, own=own, **rows_by_now(known, called))


def _said(before: Known, known: Known, record: Seen) -> News | None:
    """A correction that is the operator's: columns are called, or typed, as that says."""
    if before.fields == known.fields and not is_typed_otherwise(known, record, record.called):
        return None
    lost = {name: text for name, text in before.fields.items() if name not in known.fields}
    elsewhere = frozenset(known.elsewhere)
    return News("corrected", _columns(known), lost, known.unsteady, True, elsewhere)


def _first(record: Seen) -> News:
    return News("new", _columns(record), {}, {})


def _tell(view: View, known: Known, record: Seen, found: News) -> Sequence[Send]:
    """The next version of an object: `known` has its number."""
    fields = {name: value for name, value in found.columns.items() if name != REST}
    links = (known.fields, record.fields) if found.stands else (record.fields, known.fields)
    if link := links[0].get("link") or links[1].get("link"):
        fields["link"] = link
    after = Known(
        version=known.version,
        text=known.text if found.stands else record.text,
        fields=fields,
        url=(found.stands and known.url) or record.url or known.url,
        at=known.at if found.stands else max(record.at, known.at),
        model_version=max(record.model_version, known.model_version),
        said=known.said if found.stands else record.said,
        rest=found.columns.get(REST, ""),
        unsteady=dict(found.unsteady),
        elsewhere=sorted(found.elsewhere),
        page=record.page_url,
        own=known.own,
        links=record.links,
        **of_columns(fields, known, record)._asdict(),
    )
    view.set_head(_encode(after))
    told = whole(after, after.own, record.page_url)
    change = Change(
        id=record.id,
        version=after.version,
        event=found.event,
        site=record.site,
        url=after.url,
        page_url=record.page_url,
        query=record.query,
        text=record.text,
        fields=told.fields,
        links=record.links,
        seen_at=record.at,
        before={told.names.get(name, name): text for name, text in found.before.items()},
        typed=told.typed,
        provenance=told.provenance,
        conflicts=told.conflicts,
        was=record.was if found.event == "new" else "",
        evidence={"number": record.number, "model_version": record.model_version},
    )
    return [Send("changes", record.id, change)]


def _join(view: View, known: Known, record: Seen) -> Sequence[Send]:
    """What its own page says joins what rows say: they stand as they were.

    Of an object that is not there any more it tells nothing, nor does a page that says what it said
    before. Read otherwise it is a correction, and fetched later with something else on it a change.
    """
    if known.withdrawn or known.gone_at or _is_noise(known.own, record):
        return []
    own = _own_page(known.own, record)
    after = msgspec.structs.replace(known, own=own)
    before = whole(known, known.own, record.page_url)
    told = whole(known, own, record.page_url)
    differing = difference(before.fields, told.fields)
    if not differing and before.typed == told.typed:
        view.set_head(_encode(after))
        return []
    after.version += 1
    view.set_head(_encode(after))
    since = record.at - known.own.at if known.own is not None else 0.0
    later = since > (0.0 if record.before_at else WITHIN_S) and not record.otherwise
    change = Change(
        id=record.id,
        version=after.version,
        event="changed" if later and differing else "corrected",
        site=record.site,
        url=known.url,
        page_url=record.page_url,
        text=known.text,
        fields=told.fields,
        links=known.links,
        seen_at=record.at,
        before=as_they_were(differing),
        typed=told.typed,
        provenance=told.provenance,
        conflicts=told.conflicts,
        evidence={"number": record.number, "model_version": record.model_version},
    )
    return [Send("changes", record.id, change)]


def _own_page(before: OwnPage | None, record: Seen) -> OwnPage:
    """What an own page says by now; of one that is visited again, what it lacks stays."""
    last = before if before is not None and record.before_at else OwnPage({}, {}, {}, "", 0.0, 0)
    typed = {name: one for name, one in last.typed.items() if name not in record.fields}
    return OwnPage(
        {**last.fields, **record.fields},
        {**typed, **record.typed},
        {**last.provenance, **record.provenance},
        record.page_url,
        record.at,
        record.model_version,
    )


def _is_noise(own: OwnPage | None, record: Seen) -> bool:
    """Whether an own page was fetched before, or again within the hour: what differs then is its
    own (`news`), but for what a later model reads otherwise, or is visited again."""
    if own is None or record.at == own.at or record.before_at:
        return False
    better = record.at > own.at and record.model_version > own.model_version
    return record.at - own.at <= WITHIN_S and not better


def _return(view: View, known: Known, record: Seen) -> Sequence[Send]:
    """An object that was gone shows again; a page fetched before that says nothing."""
    if record.at <= known.gone_at:
        return []
    back = msgspec.structs.replace(known, version=known.version + 1, gone_at=0.0)
    before, now = _columns(known), _columns(record)
    differing = as_they_were(difference(before, {**before, **now}))
    return _tell(view, back, record, News("back", {**before, **now}, differing, known.unsteady))


def _end(view: View, known: Known, record: Gone) -> Sequence[Send]:
    """Plan looked for it where it has to be."""
    if known.withdrawn or known.gone_at or known.at > record.at:
        return []
    gone = msgspec.structs.replace(known, version=known.version + 1, gone_at=record.at)
    view.set_head(_encode(gone))
    evidence = {
        "why": record.why,
        "n_missed": record.n_missed,
        "model_version": record.model_version,
        "seen_at": known.at,
    }
    return [Send("changes", record.id, _ended("gone", gone, record, record.at, evidence))]


def _place(view: View, known: Known | None, record: Placed) -> Sequence[Send]:
    """Where it stands in the list of a search: the object itself is as it was.

    What has left is looked for, where it has a page of its own.
    """
    if known is None or not known.version:
        early = [*(known.early if known else ()), record]
        view.set_head(_encode(Known(0, "", {}, None, withdrawn=True, early=early)))
        return []
    if known.withdrawn:
        return []
    after = msgspec.structs.replace(known, version=known.version + 1)
    view.set_head(_encode(after))
    evidence: dict[str, Any] = {"round": record.round, "model_version": known.model_version}
    evidence |= {"ended": "gone"} if known.gone_at else {}  # it is not there for all that
    change = _ended(record.event, after, record, record.at, evidence)
    change = msgspec.structs.replace(
        change,
        query=record.query,
        links=known.links,
        search=record.search,
        place=(record.before, record.after),
    )
    sends = [Send("changes", record.id, change)]
    if record.event == LEFT and known.url and not known.gone_at:
        lost = Missing(
            site=record.site,
            id=record.id,
            page_url=record.page_url,
            at=record.at,
            url=known.url,
            search=record.search,
        )
        sends.append(Send("findings", record.site, lost))
    return sends


def _ended(
    event: str, known: Known, record: Absent | Gone | Placed, at: float, evidence: dict[str, Any]
) -> Change:
    told = whole(known, known.own, record.page_url)
    return Change(
        id=record.id,
        version=known.version,
        event=event,
        site=record.site,
        url=known.url,
        page_url=record.page_url,
        text=known.text,
        fields=told.fields,
        seen_at=at,
        typed=told.typed,
        provenance=told.provenance,
        conflicts=told.conflicts,
        evidence=evidence,
    )


def _sighting(held: Known | Seen, same_page: bool = True) -> Sighting:
    """What is known, or what a page shows now; `same_page`: what is known is from that one.

    A page that was read by other rules the last time says something else of the object only where
    its own text is there to be compared.
    """
    before_at = held.before_at if isinstance(held, Seen) and held.before_at < held.at else 0.0
    if isinstance(held, Seen) and held.otherwise and not same_page:
        before_at = 0.0
    return Sighting(
        _columns(held),
        held.text,
        held.at,
        held.model_version,
        held.unsteady if isinstance(held, Known) else dict.fromkeys(held.unsteady, 0),
        before_at,
        held.said,
        frozenset(held.elsewhere if isinstance(held, Known) else ()),
        isinstance(held, Seen) and held.url is not None and is_own_page(held.page_url, held.url),
    )


def _columns(held: Known | Seen) -> dict[str, str]:
    """All that it says, by column; where it leads is its identity."""
    columns = {name: text for name, text in held.fields.items() if name != "link"}
    rest = held.rest if columns else held.rest or held.text
    return {**columns, REST: rest} if rest else columns


def _missed(view: View, known: Known, record: Absent) -> Sequence[Send]:
    """A later model, reading the answers again, does not see the object in any of them.

    Or it sees it there under another id.
    """
    if record.visit and not record.becomes:
        return _ask_for(known, record)
    ends = record.nowhere or record.becomes
    if known.withdrawn or not ends or record.model_version <= known.model_version:
        return []
    gone = msgspec.structs.replace(known, version=known.version + 1, withdrawn=True)
    view.set_head(_encode(gone))
    evidence = {"model_version": record.model_version}
    event = "alias" if record.becomes else "withdrawn"
    change = _ended(event, gone, record, known.at, evidence)
    change = msgspec.structs.replace(change, becomes=record.becomes)
    return [Send("changes", record.id, change)]


def _ask_for(known: Known, record: Absent) -> Sequence[Send]:
    """A page that is visited again has lost it: plan looks for it."""
    if known.withdrawn or known.gone_at:
        return []
    lost = Missing(
        site=record.site, id=record.id, page_url=record.page_url, at=record.at, url=known.url
    )
    return [Send("findings", record.site, lost)]


def identity(record: Record) -> Identity | None:
    """Analyse numbers what it sends, per site; an object keeps the last number of each site."""
    if isinstance(record, Seen | Absent):
        return Identity(record.site, record.seq)
    if isinstance(record, Gone | Placed):
        return Identity(f"plan {record.site}", record.seq)
    return None


# Nine sightings in ten show an object as it was: they are not worth a write each.
WATCH = Agent(name="watch", reads="objects", reduce=reduce, identity=identity, notes_all=False)
