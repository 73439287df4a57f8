"""Watch: what happened to each object - new, changed, corrected - by a version that counts up.

Keyed by object id; an event's id is (object id, version), so sinks are idempotent by it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from upwell.streams.records import Absent, Change, Record, Seen, Tick

from .reducer import Agent, Identity, Send, View
from .state import opening


class Known(msgspec.Struct, array_like=True):
    """The last version of one object."""

    version: int
    text: str
    fields: dict[str, str]
    url: str | None
    at: float = 0.0  # when its page was fetched
    model_version: int = 0  # that read it
    said: int = 0
    withdrawn: bool = False


_decode = msgspec.msgpack.Decoder(Known).decode
_encode = msgspec.msgpack.Encoder().encode


def reduce(view: View, record: Seen | Absent | Tick, prepared: None) -> Sequence[Send]:
    """Compare what was seen with the last version; emit only differences. Time alone tells nothing.

    Reading
    -------
    An object is the same while its visible text is, its heading and its number in the list left
    out: those say something of its neighbours. A page that lost an object says little about
    the object: others may show it; `gone` needs revisits. But the first models take boxes beside
    the answer for objects: one is withdrawn when a later model has read the answers that showed
    it again, and none shows it.
    A later model may cut an object out of its page better, or tell its fields better. When it is
    the same fetch, or one text holds the other, that is a correction of ours and no news of the
    site.
    """
    if isinstance(record, Tick):
        return []
    head = view.head()
    with opening(record.id):
        known = _decode(head) if head is not None else None
    if isinstance(record, Absent):
        return _missed(view, known, record) if known else []
    if known and not known.withdrawn and _same(known, record) and not _told_better(known, record):
        return []
    version = known.version + 1 if known else 1
    url = record.url or (known.url if known else None)
    view.set_head(
        _encode(
            Known(
                version,
                record.text,
                record.fields,
                url,
                record.at,
                record.model_version,
                record.said,
            )
        )
    )
    change = Change(
        id=record.id,
        version=version,
        event=_event(known, record),
        site=record.site,
        url=url,
        page_url=record.page_url,
        query=record.query,
        text=record.text,
        fields=record.fields,
        links=record.links,
        seen_at=record.at,
        before=_before(known, record) if known and not known.withdrawn else {},
    )
    return [Send("changes", record.id, change)]


def _same(known: Known, record: Seen) -> bool:
    if known.said and record.said:
        return known.said == record.said
    return known.text == record.text


def _told_better(known: Known, record: Seen) -> bool:
    """A later model names other fields, or cuts the same text into others."""
    if record.model_version <= known.model_version:
        return False
    if known.text == record.text:
        return known.fields != record.fields
    return known.fields.keys() != record.fields.keys()


def _missed(view: View, known: Known, record: Absent) -> Sequence[Send]:
    """A later model, reading the answers again, does not see the object in any of them."""
    if known.withdrawn or not record.nowhere or record.model_version <= known.model_version:
        return []
    gone = msgspec.structs.replace(known, version=known.version + 1, withdrawn=True)
    view.set_head(_encode(gone))
    change = Change(
        id=record.id,
        version=gone.version,
        event="withdrawn",
        site=record.site,
        url=known.url,
        page_url=record.page_url,
        text=known.text,
        fields=known.fields,
        seen_at=known.at,
    )
    return [Send("changes", record.id, change)]


def _event(known: Known | None, record: Seen) -> str:
    if known is None or known.withdrawn:
        return "new"
    later = record.model_version > known.model_version
    within = _same(known, record) or record.text in known.text or known.text in record.text
    return "corrected" if later and (record.at <= known.at or within) else "changed"


def _before(known: Known, record: Seen) -> dict[str, str]:
    lost = {name: value for name, value in known.fields.items() if record.fields.get(name) != value}
    return lost or ({"text": known.text} if known.text != record.text else {})


def identity(record: Record) -> Identity | None:
    """Analyse numbers what it sends, per site; an object keeps the last number of each site."""
    if isinstance(record, Seen | Absent):
        return Identity(record.site, record.seq)
    return None


# Nine sightings in ten show an object as it was: they are not worth a write each.
WATCH = Agent(name="watch", reads="objects", reduce=reduce, identity=identity, notes_all=False)
