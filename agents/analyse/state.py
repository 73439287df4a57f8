"""Analyse's state of one site: a head, the learned state as snapshot and deltas, page entries.

A delta is the observation of one page; every 64 of them are folded into a new snapshot, so that
a page costs its own observation and not the whole state. The pages' last readings lie in buckets
by the hash of their URL.
"""

from __future__ import annotations

import msgspec

from upwell.models.sample import page_hash
from upwell.models.site import Observation, SiteModel, SiteState

from ..reducer import View

SNAPSHOT_EVERY = 64
BUCKETS = 32
FIRST_PUBLISH = 20  # answers; then at doubling counts

Shown = dict[str, int]  # object id -> hash of its text


class Entry(msgspec.Struct, array_like=True):
    """One page as it was last read."""

    url: str
    number: int
    offset: int  # of its record in the pages topic, same partition
    query: str | None
    version: int  # of the model that read it; 0: none
    basis: int  # what the reading rested on: if that stays, so does the reading
    shown: Shown
    at: float = 0.0
    status: int = 0


class Head(msgspec.Struct, array_like=True):
    """Counters of one site."""

    n_folded: int = 0
    n_deltas: int = 0
    version: int = 0
    due: int = FIRST_PUBLISH
    published_at: int = 0  # n_folded at the last publish


class SiteView:
    """Decoded state of one site over its view."""

    def __init__(self, view: View) -> None:
        self.view = view
        raw = view.head()
        self.head = _head(raw) if raw is not None else Head()
        self.state = self._state()
        model = view.part("model")
        self.model = SiteModel.decode(model) if model is not None else None
        self._buckets: dict[int, dict[str, Entry]] = {}

    @classmethod
    def load(cls, view: View) -> SiteView:
        """From the cache, or from the parts."""
        cached = view.cache.get("site")
        if isinstance(cached, SiteView):
            cached.view = view
            return cached
        site = cls(view)
        view.cache["site"] = site
        return site

    def _state(self) -> SiteState:
        raw = self.view.part("snapshot")
        state = SiteState.decode(raw) if raw is not None else SiteState()
        for i in range(self.head.n_deltas):
            delta = self.view.part(f"delta.{i}")
            if delta is None:
                raise KeyError(f"delta {i} of {self.view.key} is not stored")
            state.fold(Observation.decode(delta))
        return state

    def fold(self, observation: Observation) -> None:
        """Learn from one page: a delta, and now and then a new snapshot."""
        self.state.fold(observation)
        self.head.n_folded += 1
        if self.head.n_deltas + 1 < SNAPSHOT_EVERY:
            self.view.put(f"delta.{self.head.n_deltas}", observation.encode())
            self.head.n_deltas += 1
            return
        for i in range(self.head.n_deltas):
            self.view.put(f"delta.{i}", None)
        self.head.n_deltas = 0
        self.view.put("snapshot", self.state.encode())

    def publish(self) -> SiteModel | None:
        """Freeze what was learned; the state itself changes by it, so it is snapshotted."""
        model = self.state.publish(self.head.version + 1)
        if model is None:
            return None
        self.head.version = model.version
        self.head.published_at = self.head.n_folded
        while self.head.due <= self.head.n_folded:
            self.head.due *= 2
        for i in range(self.head.n_deltas):
            self.view.put(f"delta.{i}", None)
        self.head.n_deltas = 0
        self.view.put("snapshot", self.state.encode())
        self.view.put("model", model.encode())
        self.model = model
        return model

    def entry(self, url: str) -> Entry | None:
        """The last reading of a page."""
        return self._bucket(page_hash(url) % BUCKETS).get(url)

    def set_entry(self, entry: Entry) -> None:
        """Store the last reading of a page."""
        number = page_hash(entry.url) % BUCKETS
        bucket = self._bucket(number)
        bucket[entry.url] = entry
        self.view.put(f"pages.{number:02}", _encode(list(bucket.values())))

    def entries(self) -> list[Entry]:
        """All pages, by the number of their request."""
        every = [e for number in range(BUCKETS) for e in self._bucket(number).values()]
        return sorted(every, key=lambda entry: (entry.number, entry.url))

    def _bucket(self, number: int) -> dict[str, Entry]:
        if number not in self._buckets:
            raw = self.view.part(f"pages.{number:02}")
            entries = _entries(raw) if raw is not None else []
            self._buckets[number] = {entry.url: entry for entry in entries}
        return self._buckets[number]

    def save(self) -> None:
        """Write the head."""
        self.view.set_head(_encode(self.head))


_encode = msgspec.msgpack.Encoder().encode
_head = msgspec.msgpack.Decoder(Head).decode
_entries = msgspec.msgpack.Decoder(list[Entry]).decode
