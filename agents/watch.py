"""Watch: what happened to each object - new, changed, corrected, gone - by a counted version.

Keyed by object id; an event's id is (object id, version), so sinks are idempotent by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from upwell.models.change.column_renames import is_retyped
from upwell.models.change.column_sources import column_sources
from upwell.models.change.difference import difference, values_before
from upwell.models.change.news import WITHIN_S, News, Sighting, news
from upwell.models.change.rounds.list_events import LEFT
from upwell.models.change.whole import Whole, unsaid, whole
from upwell.models.objects.own_address import is_own_page
from upwell.models.objects.steadiness import REST
from upwell.streams.records import Absent, Change, Gone, Missing, Named, Placed, Record, Seen, Tick

from .known_object import Known, OwnPage, renamed_object, with_slots
from .reducer import Agent, Identity, Send, View
from .state import opening

_decode = msgspec.msgpack.Decoder(Known).decode
_encode = msgspec.msgpack.Encoder().encode


def reduce(
    view: View, record: Seen | Absent | Named | Gone | Placed | Tick, prepared: None
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
    if isinstance(record, Seen) and known is not None and (record.called or record.names):
        known = renamed_object(known, record.names, record.called)
    if isinstance(record, Absent):
        return _lost_from_page(view, known, record) if known else []
    if isinstance(record, Named):
        return _send_named(view, known, record) if known else []
    if isinstance(record, Gone):
        return _send_gone(view, known, record) if known else []
    if isinstance(record, Placed):
        return _send_placed(view, known, record)
    if record.is_own:
        return _join_own_page(view, before, known, record) if before and known else []
    if known is not None and known.gone_at:
        return _reappear(view, known, record)
    if known is None or known.withdrawn:
        version = known.version + 1 if known else 1
        sends = list(_send(view, Known(version, "", {}, None), record, _first(record)))
        for early in known.early if known else ():
            sends += _send_placed(view, _decode(view.head() or b""), early)
        return sends
    found = news(_sighting(known), _sighting(record, same_page=known.page == record.page_url))
    if not found.event and before is not None:
        found = _names_correction(before, known, record) or found
    if found.event == "changed":
        found = found._replace(before=unsaid(found.before, found.columns, known.own))
        if not found.before:
            _send(view, known, record, found)
            return []
    if found.event:
        return _send(view, msgspec.structs.replace(known, version=known.version + 1), record, found)
    after = with_slots(msgspec.structs.replace(known, unsteady=dict(found.unsteady)), record)
    if after != known:
        view.set_head(_encode(after))
    return []


def _names_correction(before: Known, known: Known, record: Seen) -> News | None:
    """A correction that only the operator's names and types make, or names that own pages taught;
    None: they change nothing."""
    if before.fields == known.fields and not is_retyped(known, record, record.called):
        return None
    lost = {name: text for name, text in before.fields.items() if name not in known.fields}
    elsewhere = frozenset(known.elsewhere)
    return News("corrected", _columns(known), lost, known.unsteady, True, elsewhere)


def _first(record: Seen) -> News:
    return News("new", _columns(record), {}, {})


def _send(view: View, known: Known, record: Seen, found: News) -> Sequence[Send]:
    """Store and send the next version of an object; `known` has its number already."""
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
        **column_sources(fields, known, record)._asdict(),
    )
    view.set_head(_encode(after))
    told = whole(after, after.own, record.page_url)
    evidence = {"number": record.number, "model_version": record.model_version}
    change = msgspec.structs.replace(
        _change(found.event, after, record, record.at, evidence, told),
        query=record.query,
        text=record.text,
        links=record.links,
        before={
            name: known.text if name == REST else text  # as the event's own
            for name, text in found.before.items()
        },
        was=record.was if found.event == "new" else "",
    )
    return [Send("changes", record.id, change)]


def _join_own_page(view: View, last: Known, known: Known, record: Seen) -> Sequence[Send]:
    """Join what the object's own page says to what rows of lists say; `last` is what was told, and
    columns of `known` may have other names by now.

    Of an object that is not there any more it tells nothing, nor does a page that says what it said
    before. Read otherwise it is a correction, and fetched later with something else on it a change;
    a column alone that it lacked when an earlier model read it is the reader's.
    """
    if known.withdrawn or known.gone_at or _repeats_own_page(known.own, record):
        return []
    own = _own_page(known.own, record)
    after = msgspec.structs.replace(known, own=own)
    before = whole(last, last.own, record.page_url)
    told = whole(known, own, record.page_url)
    differing = difference(before.fields, told.fields)
    if not differing and before.typed == told.typed:
        view.set_head(_encode(after))
        return []
    after.version += 1
    view.set_head(_encode(after))
    since = record.at - known.own.at if known.own is not None else 0.0
    later = since > (0.0 if record.before_at else WITHIN_S) and not record.otherwise
    read_better = known.own is not None and record.model_version > known.own.model_version
    stood = whole(known, known.own, record.page_url)  # a name alone is no change
    says_else = any(
        one.before is not None or not read_better for one in difference(stood.fields, told.fields)
    )
    event = "changed" if later and says_else else "corrected"
    evidence = {"number": record.number, "model_version": record.model_version}
    change = msgspec.structs.replace(
        _change(event, after, record, record.at, evidence, told),
        links=known.links,
        before=values_before(differing),
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


def _repeats_own_page(own: OwnPage | None, record: Seen) -> bool:
    """Whether an own page was fetched before, or again within the hour: what differs then is its
    own (`news`), but for what a later model reads otherwise, or is visited again."""
    if own is None or record.at == own.at or record.before_at:
        return False
    better = record.at > own.at and record.model_version > own.model_version
    return record.at - own.at <= WITHIN_S and not better


def _reappear(view: View, known: Known, record: Seen) -> Sequence[Send]:
    """An object that was gone shows again; a page fetched before that says nothing."""
    if record.at <= known.gone_at:
        return []
    back = msgspec.structs.replace(known, version=known.version + 1, gone_at=0.0)
    before, now = _columns(known), _columns(record)
    differing = values_before(difference(before, {**before, **now}))
    return _send(view, back, record, News("back", {**before, **now}, differing, known.unsteady))


def _send_named(view: View, known: Known, record: Named) -> Sequence[Send]:
    """Send an object under the names of its columns by now; what is not there only has them."""
    after = renamed_object(known, record.names, {})
    if after.fields == known.fields:
        return []
    is_there = not (known.withdrawn or known.gone_at)
    after = msgspec.structs.replace(after, version=known.version + is_there)
    view.set_head(_encode(after))
    before = {name: text for name, text in known.fields.items() if name not in after.fields}
    change = _change("corrected", after, record, known.at, {"model_version": record.model_version})
    change = msgspec.structs.replace(change, before=before, links=known.links)
    return [Send("changes", record.id, change)] if is_there else []


def _send_gone(view: View, known: Known, record: Gone) -> Sequence[Send]:
    """Send that an object is gone: plan looked for it where it has to be."""
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
    return [Send("changes", record.id, _change("gone", gone, record, record.at, evidence))]


def _send_placed(view: View, known: Known | None, record: Placed) -> Sequence[Send]:
    """Send that an object entered, left or moved in the list of a search; it did not change itself.

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
    change = _change(record.event, after, record, record.at, evidence)
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


def _change(
    event: str,
    known: Known,
    record: Seen | Absent | Named | Gone | Placed,
    at: float,
    evidence: dict[str, Any],
    told: Whole | None = None,
) -> Change:
    """The record of a new version of an object; `told`: what its rows and own page say together."""
    page_url = known.page if isinstance(record, Named) else record.page_url
    told = told or whole(known, known.own, page_url)
    return Change(
        id=record.id,
        version=known.version,
        event=event,
        site=record.site,
        url=known.url,
        page_url=page_url,
        text=known.text,
        fields=told.fields,
        seen_at=at,
        typed=told.typed,
        provenance=told.provenance,
        conflicts=told.conflicts,
        evidence=evidence,
    )


def _sighting(source: Known | Seen, same_page: bool = True) -> Sighting:
    """The last version, or what a page shows now, as `news` compares them.

    `same_page`: the last version is from the page of this record.

    A page that was read by other rules the last time says something else of the object only where
    its own text is there to be compared.
    """
    before_at = (
        source.before_at if isinstance(source, Seen) and source.before_at < source.at else 0.0
    )
    if isinstance(source, Seen) and source.otherwise and not same_page:
        before_at = 0.0
    return Sighting(
        _columns(source),
        source.text,
        source.at,
        source.model_version,
        source.unsteady if isinstance(source, Known) else dict.fromkeys(source.unsteady, 0),
        before_at,
        source.said,
        frozenset(source.elsewhere if isinstance(source, Known) else ()),
        isinstance(source, Seen)
        and source.url is not None
        and is_own_page(source.page_url, source.url),
        same_page,
    )


def _columns(source: Known | Seen) -> dict[str, str]:
    """All columns of an object but its link, which is its identity."""
    columns = {name: text for name, text in source.fields.items() if name != "link"}
    rest = source.rest if columns else source.rest or source.text
    return {**columns, REST: rest} if rest else columns


def _lost_from_page(view: View, known: Known, record: Absent) -> Sequence[Send]:
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
    change = _change(event, gone, record, known.at, evidence)
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
    if isinstance(record, Seen | Absent | Named):
        return Identity(record.site, record.seq)
    if isinstance(record, Gone | Placed):
        return Identity(f"plan {record.site}", record.seq)
    return None


# Nine sightings in ten show an object as it was: they are not worth a write each.
WATCH = Agent(name="watch", reads="objects", reduce=reduce, identity=identity, notes_all=False)
