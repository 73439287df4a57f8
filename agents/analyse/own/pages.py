"""What the own page of an object says of it: one record for watch, one finding for plan."""

from __future__ import annotations

import msgspec
import xxhash

from upwell.models.objects.identity_table import IdentityEvidence
from upwell.models.site import Reading, SiteModel
from upwell.models.site.reading import ReadObject
from upwell.models.text.words import words
from upwell.streams.records import Again, Page, Seen

from ...reducer import Send
from ..entries import Entry
from ..findings.answer import as_read, page_again, page_finding, to_plan
from ..objects import VISITS
from ..prepared import Prepared
from ..state import SiteView
from . import pairs, types
from .params import LEARNED_FROM


def opened(site: SiteView, record: Page, prepared: Prepared) -> list[Send]:
    """Read a page that was opened as the own page of an object, and learn from the first.

    Reading
    -------
    It shows that object, whatever else it shows, and it alone knows which: so no list is looked for
    and no identity. Until a model has seen enough pages of its kind nothing is told of it; it is
    read again then. What it says is kept apart from what rows say, and watch joins the two.
    """
    before = site.entry(record.final_url)
    if before is not None and before.shown:  # it is an answer too, and was read as one
        return to_plan(record, page_finding(record, model_version=site.head.version))
    entry = Entry(
        url=record.final_url,
        number=record.number,
        offset=site.view.offset,
        query=None,
        version=0,
        basis=0,
        objects=b"",
        at=record.fetched_at,
        status=record.status,
        own=record.object_id,
        said=before.said if before and before.own == record.object_id else 0,
    )
    if record.reason in VISITS:  # what differs by now is no template's
        return _report_own_page(site, record, entry, prepared, again=False, before=before)
    site.note_own_page(record.final_url, prepared)
    sends = _report_own_page(site, record, entry, prepared, again=False)
    if site.head.n_own < LEARNED_FROM:
        site.head.n_own += 1
        observation = site.state.with_vote(prepared.observation, prepared.tree)
        site.fold(observation.with_objects(IdentityEvidence()))
    return sends


def read_again(site: SiteView, record: Again, entry: Entry, prepared: Prepared) -> list[Send]:
    """Read an own page once more, with the newest model."""
    return _report_own_page(site, page_again(record, entry), entry, prepared, again=True)


def reading_of(site: SiteView, record: Page, prepared: Prepared) -> Reading | None:
    """An own page as the standing model reads it; None without one."""
    if site.model is None:
        return None
    return site.model.read_own_page(prepared.tree, prepared.observation, record.fetched_at)


def bases(model: SiteModel) -> frozenset[int]:
    """What own pages may rest on: a template of this model."""
    return frozenset(map(model.item_basis, model.items))


def _report_own_page(
    site: SiteView,
    record: Page,
    entry: Entry,
    prepared: Prepared,
    again: bool,
    before: Entry | None = None,
) -> list[Send]:
    """Store the reading of an own page, and send what it says to watch and to plan.

    `before` is the reading of the fetch before, for a page that is visited again.
    """
    model, reading = site.model, reading_of(site, record, prepared)
    found = _object(reading)
    said = _digest(found) if found else 0
    basis = model.item_basis(reading.cluster) if model and reading and found else 0
    alike = before is not None and 0 < basis == before.basis
    site.set_entry(
        msgspec.structs.replace(
            entry, version=site.head.version, basis=basis, said=said or entry.said
        )
    )
    finding = page_finding(
        record,
        **as_read(reading, prepared),
        model_version=site.head.version,
        again=again,
        changes=int(said != entry.said) if alike else None,
        columns=[sorted(set(words(text))) for text in found.fields.values()] if found else None,
    )
    sends = to_plan(record, finding)
    if found and model:
        learned = model.names.as_learned(site.pins.as_learned(found.fields))
        pairs.note_own(site.view, record.object_id, learned)
    if found and not entry.said:
        types.count(site.view, site.pins.as_learned(found.fields))
    if found and said != entry.said:
        seen = _seen(site, record, found)
        if before is not None:
            at = before.at if alike else 0.0
            seen = msgspec.structs.replace(seen, before_at=at, otherwise=not alike)
        sends = [Send("objects", record.object_id, seen), *sends]
    return sends


def _object(reading: Reading | None) -> ReadObject | None:
    """The object of a page that is read by the template of its kind; of another nobody is sure."""
    return reading.objects[0] if reading is not None and reading.objects else None


def _seen(site: SiteView, record: Page, found: ReadObject) -> Seen:
    version = site.head.version
    return Seen(
        site=record.site,
        seq=0,
        id=record.object_id,
        page_url=record.final_url,
        text=found.text,
        fields=found.fields,
        at=record.fetched_at,
        model_version=version,
        number=record.number,
        typed=dict(found.typed),
        provenance={name: ["", found.slots.get(name, ""), version] for name in found.fields},
        is_own=True,
        called=site.called,
        names=site.names,
    )


def _digest(found: ReadObject) -> int:
    said = "\0".join(
        f"{name}\1{text}\1{found.typed.get(name)}" for name, text in sorted(found.fields.items())
    )
    return xxhash.xxh3_64_intdigest(said.encode("utf-8", "replace")) >> 1 or 1
