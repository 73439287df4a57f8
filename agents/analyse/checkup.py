"""Field health of a site: a visit is compared with what the same page showed before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from upwell.models.change.health import Baseline, Health, KindHealth, compared, shares
from upwell.models.site import Reading
from upwell.models.site.reading import UNKNOWN
from upwell.streams.parts.health import Fall, Visited
from upwell.streams.records import Alarm, Page

from ..part import pack, unpack
from ..reducer import View
from .entries import Entry
from .objects import VISITS, Identified

PART = "health."
ALL_KINDS = -2  # in place of a kind of page
ANSWERS = "answers"  # the series of pages that had matches
SHOWN = "objects"  # of pages that answer, and on which there were objects
EMPTY = {"no_match": ANSWERS, "answer": SHOWN}  # by what came back of a page without objects


class Checkup(NamedTuple):
    """What a page is compared with at its next visit, and what this one gave away."""

    baseline: bytes = b""
    alarm: Alarm | None = None


class SiteHealth:
    """The series of each kind of page of a site, and of all kinds together: a part each."""

    def __init__(self) -> None:
        self._kinds: dict[int, Health] = {}

    def check(
        self,
        view: View,
        record: Page,
        entry: Entry | None,
        now: Baseline,
        alike: bool,
        same_model: bool = True,
    ) -> Checkup:
        """Compare a page with itself.

        Parameters
        ----------
        entry
            How it was read last.
        now
            What it shows.
        alike
            It was read by the same rules then: else the next visit is the first that compares.
        same_model
            And by the same model: another one may number the same kinds otherwise.
        """
        before = _baseline(entry.health) if entry is not None and entry.health else None
        if entry is None or before is None:
            return Checkup(_encode(now))
        if record.reason not in VISITS:  # the same body by a newer model, or another one at once
            return Checkup(_encode(Baseline(now.kind, before.epoch, now.shares)))
        if before.epoch != now.epoch or not alike:
            return Checkup(_encode(now))
        left, shares_kept = compared(before.shares, now.shares)
        kind = before.kind if same_model else now.kind
        if kind != UNKNOWN:
            left["kind"] = float(now.kind == kind)
        alarm = self._fold(view, record, kind, left, entry)
        kept = Baseline(kind, now.epoch + (alarm is not None), shares_kept)
        return Checkup(_encode(kept), alarm)

    def empty(self, view: View, record: Page, entry: Entry, epoch: int, series: str) -> Checkup:
        """A page that had objects answers that there are none, or none are found on it."""
        before = _baseline(entry.health) if entry.health else None
        if before is None or before.epoch != epoch:
            return Checkup(entry.health)
        left, kept = compared({series: before.shares.get(series, 0.0)}, {series: 0.0})
        alarm = self._fold(view, record, before.kind, left, entry) if left else None
        rest = {name: share for name, share in before.shares.items() if name != series}
        kept_all = Baseline(before.kind, epoch + (alarm is not None), {**rest, **kept})
        return Checkup(_encode(kept_all), alarm)

    def _fold(
        self, view: View, record: Page, kind: int, left: Mapping[str, float], entry: Entry
    ) -> Alarm | None:
        """Take a visit in, among those of its kind and among those of all kinds.

        A column that several kinds of page show breaks on few pages of each.
        """
        before = (entry.number, entry.url)
        for series in (kind, ALL_KINDS):
            health = self._series(view, series)
            falls = health.fold(record.number, record.final_url, left, before)
            if falls:
                good, bad = health.bounds(falls)
                break
            view.put(f"{PART}{series}", pack(_encode(health.stored)))
        else:
            return None
        for name in [name for name in view.parts() if name.startswith(PART)]:
            view.put(name, None)
        self._kinds.clear()
        return Alarm(
            kind=kind,
            falls=[Fall(*fall) for fall in falls],
            last_good=Visited(*good),
            first_bad=Visited(*bad),
            at=record.fetched_at,
        )

    def _series(self, view: View, kind: int) -> Health:
        health = self._kinds.get(kind)
        if health is None:
            value = view.part(f"{PART}{kind}")
            health = Health(_stored(unpack(value)) if value else None)
            self._kinds[kind] = health
        return health


def shown(
    reading: Reading, objects: Collection[Identified], leads_on: bool, epoch: int
) -> Baseline:
    """What a page shows that its next visit is compared with; `leads_on`: its list goes on."""
    found = shares([(one.fields, one.typed) for one in objects], reading.similarity, full=leads_on)
    return Baseline(reading.cluster, epoch, {**found, ANSWERS: 1.0, SHOWN: 1.0})


_encode = msgspec.msgpack.Encoder().encode
_baseline = msgspec.msgpack.Decoder(Baseline).decode
_stored = msgspec.msgpack.Decoder(KindHealth).decode
