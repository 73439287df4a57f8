"""Analyse's state of one site: a head, the learned state as snapshot and deltas, page entries.

A delta is what one page changed; every 128 of them are folded into a new snapshot, so that a page
costs what it taught and not the whole state. A page that was only counted costs a number.
"""

from __future__ import annotations

from collections.abc import Collection, Set

import msgspec

from upwell.errors import ConfigError
from upwell.models.objects.identity_table import (
    NO_RULE,
    IdentityEvidence,
    IdentityRule,
)
from upwell.models.pages.signature import Signature
from upwell.models.pins import Pins
from upwell.models.queries.reported import ReportedPlaces
from upwell.models.sample.retained import page_hash
from upwell.models.site import Delta, Observation, Reading, SiteModel, SiteState
from upwell.streams.records import Alarm, Page

from ..reducer import View
from ..state import opening
from .checkup import EMPTY, Checkup, SiteHealth, shown
from .confirmed_objects import FEW, awaiting_confirmation, confirmed_objects
from .deltas import Deltas
from .entries import Entries, Entry, ids_of
from .foreign_lists import ForeignLists, foreign_lists, would_be_foreign
from .linkless import LinkCount
from .objects import Identified
from .own import pairs, turning, types
from .prepared import Prepared

FIRST_PUBLISH = 20  # answers; then at doubling counts
MOST_SEARCHED = 20_000  # answers: a search takes 20 ms


class Head(msgspec.Struct, array_like=True):
    """Counters of one site."""

    n_folded: int = 0
    n_deltas: int = 0
    version: int = 0
    due: int = FIRST_PUBLISH
    published_at: int = 0  # n_folded at the last publish
    n_counted: int = 0  # pages that left no delta, since the last that stands for some
    parser: str = ""  # that built the trees of its pages
    links: LinkCount = LinkCount()  # of the objects of answers
    n_own: int = 0  # own pages of objects that were learned from
    alarms: int = 0  # of field health
    steady_since: int = 0  # the first model by whose rules the same columns are no news


class SiteView:
    """Decoded state of one site over its view."""

    def __init__(self, view: View) -> None:
        self.view = view
        raw = view.head()
        self.head = _head(raw) if raw is not None else Head()
        self._deltas = Deltas()
        self.state = self._state()
        self.state.items.turning = turning.places(view)
        model = self.view.part("model")
        self.model = SiteModel.decode(model) if model is not None else None
        self._entries = Entries(view)
        reported = self.view.part("reported")
        self.reported = ReportedPlaces.decode(reported) if reported else ReportedPlaces()
        strange = self.view.part("strangers")
        self.foreign_lists = _strangers(strange) if strange else ForeignLists()
        self.health = SiteHealth()
        self._given: dict[str, str] = {}  # every name that was given to a column -> its learned one
        pinned = self.view.part("pins")
        if pinned:
            pins, self.state.exemplars, self._given = _pinned(pinned)
            self.state.pin(pins)

    @classmethod
    def load(cls, view: View) -> SiteView:
        """From the cache, or from the parts."""
        cached = view.cache.get("site")
        if isinstance(cached, SiteView):
            cached.view = view
            return cached
        with opening(view.key):
            site = cls(view)
        view.cache["site"] = site
        return site

    def _state(self) -> SiteState:
        raw = self.view.part("snapshot")
        state = SiteState.decode(raw) if raw is not None else SiteState()
        for delta in self._deltas.stored(self.view, self.head.n_deltas):
            state.fold_again(delta)
        state.pass_over(self.head.n_counted)
        return state

    def require(self, parser: str) -> None:
        """Refuse a page whose tree another parser built: its places are not the site's (4.13)."""
        known = self.head.parser
        if not known:
            self.head.parser = parser
        elif parser != known:
            raise ConfigError(
                f"{self.view.key} was learned with the parser {known}, and this worker has"
                f" {parser}: the two do not give the same paths; start it with {known}"
                " (setting parser), or learn the site anew (crawl --fresh, or replay)"
            )

    def fold(self, observation: Observation) -> None:
        """Learn from one page: a delta, and now and then a new snapshot."""
        delta = self.state.learn(observation).delta
        self.head.n_folded += 1
        if delta.counts_only:
            self.head.n_counted += 1
            return
        self._changed(delta)

    def fold_aside(self, shown: IdentityEvidence) -> None:
        """Learn from the objects of a page that was folded before there was a model."""
        delta = self.state.learn_aside(shown)
        if delta is not None:
            self._changed(delta)

    def learn_reported(self, page: Prepared, query: str, n_records: int) -> None:
        """Learn from an answer where its number of matches stands."""
        if page.numbers:
            self.reported.fold(
                page.numbers, query, n_records, whole=page.whole, further=page.further
            )
            self.view.put("reported", self.reported.encode())

    def note_own_page(self, url: str, page: Prepared) -> None:
        """Learn from the first own page what turns on it."""
        found = turning.note(self.view, url, page)
        if found is not None:
            self.state.items.turning = found

    @property
    def due(self) -> bool:
        """Whether to publish: at doubling counts, or when the standing model is outgrown."""
        if self.head.n_folded >= self.head.due:
            return True
        return self.model is not None and self.state.outgrown(self.model)

    def pin(self, pins: Pins) -> None:
        """Read by what the operator says from now on."""
        self.state.pin(pins)
        self._given |= pins.given_names()
        self._keep_pins()

    def _keep_pins(self) -> None:
        self.view.put("pins", _encode((self.pins, self.state.exemplars, self._given)))

    @property
    def called(self) -> dict[str, str]:
        """How columns are called by now, by every name that they have had; empty: not at all."""
        return {
            given: self.pins.column_name(learned) or "" for given, learned in self._given.items()
        }

    @property
    def names(self) -> dict[str, str]:
        """How columns of rows are called since own pages told what they are, by slot."""
        return dict(self.model.names.rows) if self.model else {}

    def note_exemplar(self, page: Prepared) -> bool:
        """Whether a page is the first seen of one by which a kind is pinned."""
        found = self.state.note_exemplar(page.observation)
        if found:
            self._keep_pins()
        return found

    def unseen_exemplars(self) -> list[Entry]:
        """Pages by which kinds are pinned and of which nothing is known by now."""
        known = {*self.state.exemplars, *(self.model.pinned_kinds if self.model else {})}
        unseen = sorted({*self.pins.of("kind")} - known)
        return [entry for url in unseen if (entry := self.entry(url)) is not None]

    def named_kinds(self) -> dict[int, str]:
        """A page of each kind, by whose address it can be pinned."""
        kinds = self.state.clusters.kinds()
        urls = {page_hash(entry.url): entry.url for entry in self.entries()}
        found = {kinds[page]: urls[page] for page in sorted(kinds, reverse=True) if page in urls}
        pinned = self.model.pinned_kinds if self.model else {}
        return found | {kind: url for url, kind in sorted(pinned.items())}

    def is_fresh(self, pinned: bool, settles: bool) -> bool:
        """Whether a model would say anything new: of pages, of pins, or of names that settle."""
        named = self.model is not None and self.model.names.settled != self.model.names.rows
        known = pinned or (settles and named)
        return self.model is not None if known else self.head.n_folded > self.head.published_at

    def publish(self, settles: bool = True) -> SiteModel | None:
        """Freeze what was learned; the state itself changes by it.

        `settles`: what own pages taught names of holds for objects that were shown before.
        """
        learned = self.state.publish(self.head.version + 1)
        if learned is None:
            return None
        own = types.counted(self.view)
        before = self.model.names.settled if self.model else {}
        named = pairs.named(self.view, learned, None if settles else before)
        model = msgspec.structs.replace(named, parser=self.head.parser, own_columns=own)
        if self.model is None or self.model.identity.unsteady != model.identity.unsteady:
            self.head.steady_since = model.version
        self.head.version = model.version
        self.head.published_at = self.head.n_folded
        while self.head.due <= self.head.n_folded:
            self.head.due *= 2
        self.reported.fade()
        self.view.put("reported", self.reported.encode())
        self._changed(Delta(published=self.head.n_counted))
        self.head.n_counted = 0
        self.view.put("model", model.encode())
        self.model = model
        return model

    @property
    def pins(self) -> Pins:
        """What the operator says."""
        return self.state.pins

    @property
    def rule(self) -> IdentityRule:
        """How objects are told apart."""
        return self.model.identity if self.model else NO_RULE

    def entry(self, url: str) -> Entry | None:
        """The last reading of a page."""
        return self._entries.get(url)

    def set_entry(self, entry: Entry) -> None:
        """Store the last reading of a page."""
        self._entries.set(self.view, entry)

    def entries(self) -> list[Entry]:
        """All pages, by the number of their request."""
        return self._entries.all()

    def elsewhere(self, ids: Set[str], url: str) -> Set[str]:
        """Which of these objects other answers show; of a site with many answers, all of them."""
        return ids if len(self._entries) > MOST_SEARCHED else self._entries.showing(ids, url)

    def lost(self, entry: Entry | None, objects: Collection[Identified]) -> list[str]:
        """What a page showed, told or not, and neither it nor another shows any more.

        Of a site with many answers nobody looks, and nothing is lost.
        """
        before = ids_of(entry) - {one.id for one in objects} if entry else set()
        if not entry or not before or len(self._entries) > MOST_SEARCHED:
            return []
        return sorted(before - self._entries.showing(before, entry.url))

    def listed(self, query: str | None) -> Set[str]:
        """The objects that the pages of one question show."""
        pages = (entry for entry in self._entries.all() if entry.query == query)
        return {id_ for entry in pages for id_ in entry.shown}

    def shown_elsewhere(self, ids: Set[str], url: str) -> Set[str]:
        """Which of these objects other answers show; of a site with many answers, none."""
        return set() if len(self._entries) > MOST_SEARCHED else self._entries.showing(ids, url)

    @property
    def is_young(self) -> bool:
        """Whether the standing model is of few pages."""
        return self.model is not None and self.model.n_pages < FEW

    def is_foreign(
        self, record: Page, objects: Collection[Identified], places: Collection[int]
    ) -> bool:
        """Whether nobody asked for a page and what it lists is not of the database."""
        return record.query is None and (
            self.foreign_lists.contains(record.final_url, places)
            or self.head.links.makes_linkless(objects)
        )

    def confirmed_objects(
        self, objects: list[Identified], record: Page, strange: bool, led: bool = False
    ) -> tuple[list[Identified], list[Identified]]:
        """Objects of a page that may be sent, and those that wait for another page to confirm them.

        A table of contents is confirmed by the pages that it leads to (`led`).
        """
        before = self.entry(record.final_url)
        if record.query is not None and not (before and before.version):
            self.head.links = self.head.links.plus(objects)
        if strange:
            return [], objects
        if led or not self.is_young:
            return objects, []
        places = {one.id: one.place for one in objects}
        ids = confirmed_objects(places, record.final_url, record.query, self._entries.all())
        return [o for o in objects if o.id in ids], [o for o in objects if o.id not in ids]

    def without_foreign(
        self, objects: list[Identified], record: Page, places: list[int]
    ) -> tuple[list[Identified], list[Identified]]:
        """Objects of a page that may be sent, and those that would be withdrawn as foreign.

        The latter wait for the next model, which decides; until then plan follows their list.
        """
        if record.query is not None or not objects or len(self._entries) > MOST_SEARCHED:
            return objects, []
        held = b"".join(bytes.fromhex(one.id) for one in objects)
        page = Entry(record.final_url, record.number, 0, None, 0, 0, b"", places=places, held=held)
        suspect = would_be_foreign(self.view.key, page, self._entries.all(), self.foreign_lists)
        return ([], objects) if suspect else (objects, [])

    def awaiting_confirmation(self, objects: list[Identified], url: str) -> list[Entry]:
        """Earlier pages whose waiting objects the first objects of this page confirm."""
        if not self.is_young:
            return []
        return awaiting_confirmation([one.place for one in objects], url, self._entries.all())

    def checked(
        self,
        record: Page,
        reading: Reading | None,
        objects: Collection[Identified],
        prepared: Prepared,
        alike: bool,
    ) -> Checkup:
        """The field health of a page that was read before, by the same rules or others."""
        if reading is None:
            return Checkup()
        now = shown(reading, objects, prepared.leads_on, self.head.alarms)
        entry = self.entry(record.final_url)
        same_model = entry is not None and entry.version == self.head.version
        found = self.health.check(self.view, record, entry, now, alike, same_model)
        self.head.alarms += found.alarm is not None
        return found

    def emptied(self, record: Page, entry: Entry, reading: Reading | None) -> Alarm | None:
        """The alarm of a page that had objects and shows none; it is kept as it was known.

        Of a page that nobody asked a question for a newer model may not take them for objects.
        """
        series = EMPTY.get(reading.came_back) if reading is not None else None
        if series is None or (record.query is None and entry.version < self.head.version):
            return None
        found = self.health.empty(self.view, record, entry, self.head.alarms, series)
        self.set_entry(msgspec.structs.replace(entry, health=found.baseline))
        self.head.alarms += found.alarm is not None
        return found.alarm

    def is_alike(self, entry: Entry | None, basis: int) -> bool:
        """Whether a page was read by the same rules: what differs is what it says."""
        if entry is None or entry.version == self.head.version:
            return entry is not None
        return 0 < basis == entry.basis and entry.version >= self.head.steady_since

    def find_foreign_lists(self) -> list[Entry]:
        """Find the foreign lists anew; the pages that have to be read again because of it."""
        before, entries = self.foreign_lists, self.entries()
        self.foreign_lists = foreign_lists(self.view.key, entries, before)
        if self.foreign_lists != before:
            self.view.put("strangers", _encode(self.foreign_lists))
        return [
            entry
            for entry in entries
            if entry.query is None
            and (
                bool(entry.shown)
                if self.foreign_lists.contains(entry.url, entry.places)
                else before.contains(entry.url, entry.places)
            )
        ]

    def save(self) -> None:
        """Write the head."""
        self.view.set_head(_encode(self.head))

    def _changed(self, delta: Delta) -> None:
        """Keep what has just changed the state: by itself, or in a new snapshot."""
        if not self._deltas.add(self.view, delta):
            self._snapshot()
        self.head.n_deltas = len(self._deltas)

    def _snapshot(self) -> None:
        """The state as it is now, in place of the deltas that led to it."""
        self._deltas.drop(self.view)
        self.head.n_deltas = self.head.n_counted = 0
        self.view.put("snapshot", self.state.encode())


_encode = msgspec.msgpack.Encoder().encode
_head = msgspec.msgpack.Decoder(Head).decode
_pinned = msgspec.msgpack.Decoder(tuple[Pins, dict[str, Signature], dict[str, str]]).decode
_strangers = msgspec.msgpack.Decoder(ForeignLists).decode
