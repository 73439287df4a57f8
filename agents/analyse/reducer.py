"""Analyse as a reducer: a page in; objects, a finding, models and re-readings out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from upwell.models.objects.identity import Asked
from upwell.models.objects.identity_table import IdentityEvidence
from upwell.models.pages.came_back import without_page
from upwell.models.pins import pins_of
from upwell.models.site import Reading, SiteModel, read_alone
from upwell.models.tree.parse import Engine, require
from upwell.streams.records import (
    Again,
    Learned,
    ModelPublished,
    Page,
    PageRecord,
    Publish,
    Record,
)

from ..part import pack
from ..reducer import Agent, Identity, Send, View
from .confirmed_objects import split_by_confirmed_lists
from .entries import Entry, packed
from .findings.answer import (
    as_read,
    as_shown,
    page_again,
    page_finding,
    to_plan,
    unread_finding,
)
from .lines import read_line
from .objects import (
    ROUND,
    VISITS,
    Identified,
    Objects,
    Sightings,
    differences,
    emptied,
    identified,
)
from .own import pages as own_pages
from .own import pairs
from .prepared import Prepared, prepare
from .state import SiteView

ANSWERS = frozenset(
    {"probe", "nonsense", "query", "page", "second_level", "widen", "revisit", "browse", "round"}
)
COUNTED = frozenset({"answer", "no_match"})
OPENING = "details"  # the phase in which own pages of objects are opened, until it ends
AGAIN_AT_MOST = 1_000
MATCHES = 2  # objects that make a list of a page nobody asked a question for


def reduce(
    view: View, record: PageRecord, prepared: Prepared | None, readings: bool = False
) -> Sequence[Send]:
    """Read the page with the site's standing model, fold it, publish when due."""
    site = SiteView.load(view)
    if isinstance(record, Publish):
        pinned = record.pins is not None
        if record.pins is not None:
            site.pin(pins_of(record.pins))
        settles = record.phase != OPENING
        sends = _publish(site, record.site, always=not pinned, pinned=pinned, settles=settles)
    elif isinstance(record, Again):
        sends = _again(site, record, prepared, readings)
    else:
        sends = _page(site, record, prepared, readings)
    site.save()
    return sends


def _page(site: SiteView, record: Page, prepared: Prepared | None, readings: bool) -> list[Send]:
    if prepared is None:
        came_back = without_page(record.outcome, record.status)
        found = page_finding(record, outcome=record.outcome, came_back=came_back)
        sends = to_plan(record, found)
        return sends + (read_line(record, None, site.head.version) if readings else [])
    site.require(prepared.tree.parser)
    if record.object_id:
        sends = own_pages.opened(site, record, prepared)
        shown = own_pages.reading_of(site, record, prepared) if readings else None
        sends += read_line(record, shown, site.head.version) if shown else []
        return sends + _due(site, record)
    answer = record.reason in ANSWERS
    reading = _read(site.model, prepared, record.fetched_at) if site.model else None
    sends = []
    if readings:
        response = prepared.observation.response
        shown = reading or read_alone(prepared.tree, record.final_url, record.query, response)
        sends += read_line(record, shown, site.head.version)
    if not answer:
        found = page_finding(
            record,
            forms=prepared.forms,
            links=prepared.links,
            words=prepared.words,
            came_back=prepared.came_back,
            encoding=prepared.tree.encoding,
        )
        return [*sends, *to_plan(record, found)]
    objects = _identified(site, record, prepared, reading)
    sends += _report_objects(site, record, prepared, reading, objects, again=False)
    if record.reason == ROUND:  # the same question again and again: what stands still is no frame
        return sends
    visit = record.reason in VISITS
    observation = site.state.with_vote(prepared.observation, prepared.tree, visit)
    site.fold(observation.with_objects(objects.evidence))
    exemplar = site.note_exemplar(prepared)
    return sends + (_publish(site, record.site, pinned=True) if exemplar else _due(site, record))


def _due(site: SiteView, record: Page) -> list[Send]:
    return _publish(site, record.site) if site.due else []


def _again(site: SiteView, record: Again, prepared: Prepared | None, readings: bool) -> list[Send]:
    """An earlier page with the newest model: its differences, and a finding either way."""
    entry = site.entry(record.url)
    if entry is None or prepared is None or site.model is None:
        query = entry.query if entry and site.model else None
        return [Send("findings", record.site, unread_finding(record, query))]
    if record.offset != entry.offset:  # the page was fetched again meanwhile, and read
        return [Send("findings", record.site, unread_finding(record))]
    site.require(prepared.tree.parser)
    page = page_again(record, entry)
    if entry.own:
        sends = own_pages.read_again(site, record, entry, prepared)
        shown = own_pages.reading_of(site, page, prepared) if readings else None
        return sends + (read_line(page, shown, site.head.version) if shown else [])
    reading = _read(site.model, prepared, entry.at)
    objects = _identified(site, page, prepared, reading)
    if not entry.version:
        site.fold_aside(objects.evidence)
    sends = _report_objects(site, page, prepared, reading, objects, again=True, offset=entry.offset)
    if site.note_exemplar(prepared):
        sends += _publish(site, record.site, pinned=True)
    return sends + (read_line(page, reading, site.head.version) if readings else [])


def _read(model: SiteModel, prepared: Prepared, at: float) -> Reading:
    return model.read_tree(prepared.tree, prepared.observation, at=at)


def _identified(
    site: SiteView, record: Page, prepared: Prepared, reading: Reading | None
) -> Objects:
    """The objects of a page with their ids."""
    if reading is None:
        return Objects([], IdentityEvidence())
    requested = prepared.observation.response.asked or record.final_url
    page = Asked(record.final_url, requested, record.query, reading.leads_on)
    shown = partial(site.shown_elsewhere, url=record.final_url)
    return identified(record.site, page, reading, site.rule, record.fetched_at, shown)


def _report_objects(
    site: SiteView,
    record: Page,
    prepared: Prepared,
    reading: Reading | None,
    objects: Objects,
    *,
    again: bool,
    offset: int | None = None,
) -> list[Send]:
    """Store what a page shows, and send its objects to watch and its finding to plan."""
    entry = site.entry(record.final_url)
    better = again or (entry is not None and entry.version < site.head.version)
    places = sorted({one.place for one in objects.found})
    strange = site.is_foreign(record, objects.found, places)
    told, held = _confirmed(site, record, objects, reading, strange)
    told, suspect = (told, []) if again else site.without_foreign(told, record, places)
    first = told and not (entry and entry.shown)
    reread = _read_again(site, site.awaiting_confirmation(told, record.final_url) if first else [])
    if not told and entry is not None and entry.shown and record.reason in VISITS:
        return _emptied(site, record, entry, prepared, reading, bool(objects.found))
    basis = _basis(site, reading, record.query is not None, bool(held or suspect) and not strange)
    alike = site.is_alike(entry, basis)
    sends, shown = differences(
        _sightings(site, record, entry, alike),
        told,
        entry,
        lambda lost: site.elsewhere(lost, record.final_url) if better else lost,
    )
    checkup = site.checked(record, reading, told, prepared, alike)
    site.set_entry(
        Entry(
            url=record.final_url,
            number=record.number,
            offset=site.view.offset if offset is None else offset,
            query=record.query,
            version=site.head.version,
            basis=basis,
            objects=packed(shown),
            at=record.fetched_at,
            status=record.status,
            places=places * (site.is_young or record.query is None),
            held=b"".join(bytes.fromhex(one.id) for one in [*held, *suspect]),
            health=checkup.baseline,
            aside=record.aside,
        )
    )
    found = page_finding(
        record,
        **as_read(reading, prepared),
        **as_shown(site, record, prepared, [*told, *suspect], reading),
        matches=_matches(
            site, record.query, prepared, reading, learn=_teaches_matches(record, entry, again)
        ),
        again=again,
        changes=len(sends) if alike else None,
        held=len(held),
        lost=site.lost(entry if better else None, [*told, *suspect]),
        alarm=checkup.alarm,
    )
    return [*sends, *reread, *to_plan(record, found)]


def _confirmed(
    site: SiteView, record: Page, objects: Objects, reading: Reading | None, strange: bool
) -> tuple[list[Identified], list[Identified]]:
    """Objects of a page that may be sent, and those that wait for another page to confirm them."""
    led = reading is not None and reading.leads_on
    listed = objects.found * (led or _is_list_like(record, objects))
    told, held = site.confirmed_objects(listed, record, strange, led)
    pairs.note_rows(site.view, told)
    if record.aside:
        return [], listed
    return split_by_confirmed_lists(listed, told) if record.reason == ROUND else (told, held)


def _emptied(
    site: SiteView,
    record: Page,
    entry: Entry,
    prepared: Prepared,
    reading: Reading | None,
    held: bool,
) -> list[Send]:
    """A page that showed objects shows none, or none that are told (`partition_sizes`).

    What it showed stays as it was known.
    """
    alarm = None if held else site.emptied(record, entry, reading)
    found = page_finding(record, alarm=alarm, **as_read(reading, prepared))
    lost = emptied(record, entry, found.came_back, site.head.version)
    return [*lost, *to_plan(record, found)]


def _is_list_like(record: Page, objects: Objects) -> bool:
    """Nobody asked: a page about one thing is no answer, and may be about none."""
    return record.query is not None or len(objects.found) >= MATCHES


def _sightings(site: SiteView, record: Page, entry: Entry | None, alike: bool) -> Sightings:
    """What watch is told of the page beside its objects."""
    before_at = entry.at if entry else 0.0
    version, unsteady = site.head.version, site.rule.unsteady
    listed = site.listed(record.query) if record.reason == ROUND else frozenset()
    page = (record, record.final_url, version, before_at, unsteady, alike)
    return Sightings(*page, called=site.called, names=site.names, listed=listed)


def _basis(site: SiteView, reading: Reading | None, asked: bool, waits: bool) -> int:
    """What a reading rests on; 0: it is made again in any case."""
    return site.model.basis(reading, asked) if site.model and reading and not waits else 0


def _read_again(site: SiteView, entries: Sequence[Entry], always: bool = False) -> list[Send]:
    """Pages to be read once more with the standing model, and word of it to plan."""
    name, version = site.view.key, site.head.version
    again = [
        Again(
            site=name,
            seq=0,
            url=entry.url,
            number=entry.number,
            offset=entry.offset,
            model_version=version,
        )
        for entry in entries
    ]
    learned = Learned(
        site=name,
        seq=0,
        version=version,
        n_pages=site.head.n_folded,
        n_clusters=site.model.n_clusters if site.model else 0,
        again=len(again),
    )
    sends = [Send("pages", name, one) for one in again]
    return [*sends, Send("findings", name, learned)] if again or always else []


def _matches(
    site: SiteView, query: str | None, prepared: Prepared, reading: Reading | None, learn: bool
) -> int | None:
    """How many matches the page reports; with `learn` it teaches where that stands."""
    if query is None or reading is None or reading.came_back not in COUNTED:
        return None
    n_records = 0 if reading.empty else len(reading.objects)
    if learn:
        site.learn_reported(prepared, query, n_records)
    return site.reported.read(prepared.numbers, n_records)


def _teaches_matches(record: Page, entry: Entry | None, again: bool) -> bool:
    """Whether an answer says something new of where the number of matches stands."""
    return record.reason != ROUND and not (again and entry is not None and entry.version)


def _publish(
    site: SiteView, name: str, always: bool = False, pinned: bool = False, settles: bool = False
) -> list[Send]:
    """A new model, the earlier pages whose reading would change, and word to plan."""
    stale: list[Entry] = []
    settled = site.model.names.settled if site.model else {}
    model = site.publish(settles) if site.is_fresh(pinned, settles) else None
    sends: list[Send] = []
    if model is not None:
        bases = model.bases() | own_pages.bases(model)
        turned = {entry.url for entry in site.find_foreign_lists()}
        changed = (e for e in site.entries() if e.basis not in bases or e.url in turned)
        stale = list({e.url: e for e in [*changed, *site.unseen_exemplars()]}.values())
        stale = stale[-AGAIN_AT_MOST:]
        body = msgspec.json.encode(model.described(site.named_kinds()))
        told = ModelPublished(
            site=name,
            version=model.version,
            n_pages=site.head.n_folded,
            body=body,
            model=pack(model.encode()),
        )
        sends.append(Send("models", name, told))
        shown = {id_ for one in site.entries()[-AGAIN_AT_MOST:] for id_ in one.shown}
        sends += pairs.renames(name, model, settled, shown)
    return sends + _read_again(site, stale, always or model is not None)


def identity(record: Record) -> Identity | None:
    """Pages by the number of plan or of their archive; the others by their sender's count."""
    if isinstance(record, Page):
        return Identity(_origin("plan", record.archive), record.number, record.low)
    if isinstance(record, Again):
        return Identity("analyse", record.seq)
    if isinstance(record, Publish):
        return Identity(_origin("publish", record.archive), record.seq)
    return None


def _origin(sender: str, archive: str) -> str:
    return f"archive {archive} {sender}" if archive else sender


def wants_body(record: PageRecord) -> tuple[int, str] | None:
    """A re-reading needs the page record it names."""
    return (record.offset, "again") if isinstance(record, Again) else None


def refuse(record: PageRecord, reason: str) -> Sequence[Send]:
    """A page that cannot be handled is still an answer to its request."""
    if isinstance(record, Page):
        found = page_finding(record, outcome="unreadable")
        return to_plan(record, msgspec.structs.replace(found, detail=reason))
    if isinstance(record, Again):
        return [Send("findings", record.site, unread_finding(record))]
    return []


def analyse_agent(readings: bool = False, engine: Engine = "lxml") -> Agent:
    """The agent; with `readings` every whole reading goes to the readings topic too.

    Raises
    ------
    ConfigError
        If the engine is not installed.
    """
    require(engine)
    return Agent(
        name="analyse",
        reads="pages",
        reduce=partial(reduce, readings=readings),
        identity=identity,
        prepare=partial(prepare, engine=engine),
        wants_body=wants_body,
        refuse=refuse,
    )


ANALYSE = analyse_agent()
