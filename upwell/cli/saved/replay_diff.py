"""`upwell replay --model V --diff`: what recorded pages say under another model of their site."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import typer

from upwell.agents.analyse.objects import identified
from upwell.agents.analyse.prepared import Prepared, prepare
from upwell.agents.analyse.reducer import ANSWERS
from upwell.errors import RecordError, UsageError
from upwell.models.objects.identity import Asked
from upwell.models.site import Reading, SiteModel
from upwell.models.site.compared.kinds import NEW, changed_kinds
from upwell.models.site.compared.names import Names
from upwell.models.site.compared.readings import Difference, differences, rules_that_did
from upwell.models.site.reading import UNKNOWN
from upwell.pace import counted
from upwell.streams.codecs import decode
from upwell.streams.log.port import Entry, Log
from upwell.streams.log.survey import Survey, surveying
from upwell.streams.records import AnyRecord, Change, Finding, Page
from upwell.streams.topics import CHANGES, FINDINGS, MODELS, PAGES
from upwell.streams.web.outcomes import OK

from ..broker import connected, known_site, latest
from ..output import line
from .earlier_models import model_named, standing_model

LEFT = frozenset({"gone", "withdrawn", "alias"})  # the last word on an object that is not there
Row = Mapping[str, str]


async def replay_diff(source: str, name: str, asked: str | None) -> None:
    """Read the recorded pages of a site under two models, and write what differs.

    Parameters
    ----------
    source
        URL of the log of a crawl.
    name
        Of the other model: a version, or another crawl.
    asked
        The site; None: the only one.
    """
    async with connected(source) as log, surveying(log) as survey:
        site = _site(asked, list(await latest(log, MODELS)))
        before = await standing_model(log, site)
        models = Models(before, await model_named(name, log, survey, before, site))
        compared = Compared(site, models)
        for told in called_otherwise(await latest(log, CHANGES), site, models):
            compared.events[told["event"]] += 1
            typer.echo(line(told))
        async for told in compared.pages(log, survey):
            typer.echo(line(told))
    typer.echo(compared.summary(), err=True)


def _site(asked: str | None, known: list[str]) -> str:
    if asked is not None:
        return known_site(asked, known)
    if len(known) != 1:
        told = f"has {', '.join(sorted(known))}" if known else "has no model of a site yet"
        raise UsageError(f"the log {told}; name one site with --site")
    return known[0]


class Models:
    """The standing model, the other, and of which kinds of page they may say different things."""

    def __init__(self, before: SiteModel, after: SiteModel) -> None:
        self.names = Names(before, after)
        self.before, self.after = before, self.names.with_equal_names(after)
        self.changed = changed_kinds(self.before, self.after)
        self.has_new = any(NEW in rules for rules in self.changed.values())

    def rules(self, prepared: Prepared, kind: int | None) -> tuple[str, ...]:
        """The rules that differ for a page of a kind, as far as its kind is known; else by itself.

        Where a model knows a kind that the other does not, each decides what a page is.
        """
        signature = prepared.observation.signature
        kinds = [kind] if kind is not None else []
        if kind is None or self.has_new:
            kinds += [_kind(model, signature) for model in (self.before, self.after)]
        return tuple(dict.fromkeys(rule for one in kinds for rule in self.changed.get(one, ())))

    def may_differ(self, kind: int | None) -> bool:
        """Whether a page of a kind has to be looked at."""
        return kind is None or self.has_new or kind in self.changed


def _kind(model: SiteModel, signature: Any) -> int:
    assigned = model.clusters.assign(signature)
    return assigned.cluster if assigned.fits else UNKNOWN


def called_otherwise(
    newest: Mapping[str, Change], site: str, models: Models
) -> Iterator[dict[str, Any]]:
    """Objects whose columns have other names under the other model: no page is read for them."""
    for id_, change in newest.items():
        if change.site != site or change.event in LEFT:
            continue
        fields, rule = models.names.renamed(change.fields, change.provenance)
        if fields:
            yield _line(site, change.page_url, Difference(id_, "differs", fields), rule)


class Stored(NamedTuple):
    """A recorded page: where it stands."""

    partition: int
    offset: int


@dataclass
class Compared:
    """A site's pages under two models."""

    site: str
    models: Models
    n_pages: int = 0
    n_read: int = 0
    events: Counter[str] = field(default_factory=Counter)

    async def pages(self, log: Log, survey: Survey) -> AsyncIterator[dict[str, Any]]:
        """The differences, page by page in the order of records; of each URL the last page."""
        kinds = await _kinds(survey, self.site)
        stored = await _stored(survey, self.site)
        self.n_pages = len(stored)
        for url, place in sorted(stored.items(), key=lambda pair: pair[1]):
            if not self.models.may_differ(kinds.get(url)):
                continue
            entry = await log.entry(PAGES, place.partition, place.offset)
            page = decode(entry.value) if entry is not None else None
            prepared = _prepared(page)
            if not isinstance(page, Page) or prepared is None:
                continue
            if rules := self.models.rules(prepared, kinds.get(url)):
                for told in self._read(page, prepared, rules):
                    yield told

    def _read(
        self, page: Page, prepared: Prepared, rules: tuple[str, ...]
    ) -> Iterator[dict[str, Any]]:
        self.n_read += 1
        before, was = read_by(self.models.before, self.site, page, prepared)
        after, is_ = read_by(self.models.after, self.site, page, prepared)
        for one in differences(was, is_):
            self.events[one.event] += 1
            yield _line(self.site, page.final_url, one, rules_that_did(before, after, rules))

    def summary(self) -> str:
        """Both models, what differs between them, and what came of it, for people."""
        models = self.models
        head = f"{self.site}: model {models.before.version} beside {models.after.version}"
        kinds = [kind for kind in models.changed if kind != UNKNOWN]
        rules = sorted({rule for kind in kinds for rule in models.changed[kind]})
        known = {one.id for m in (models.before, models.after) for one in m.clusters.clusters}
        differ = f"{len(kinds)} of {counted(len(known), 'kind')} of page differ"
        if rules:
            differ += f" in {', '.join(rules)}"
        what = ", ".join(f"{n:,} {event[:-1]}" for event, n in sorted(self.events.items()))
        read = f"read {self.n_read:,} of {counted(self.n_pages, 'page')}"
        return f"{head}: {differ}; {read}: {what or 'no object differs'}"


def read_by(
    model: SiteModel, site: str, page: Page, prepared: Prepared
) -> tuple[Reading, dict[str, Row]]:
    """A page under a model, and the columns of its objects by their ids."""
    seen, at = prepared.observation, page.fetched_at
    if page.object_id:
        reading = model.read_own_page(prepared.tree, seen, at)
        return reading, {page.object_id: reading.objects[0].fields} if reading.objects else {}
    reading = model.read_tree(prepared.tree, seen, at=at)
    asked = Asked(page.final_url, seen.response.asked or page.final_url, page.query)
    found = identified(site, asked, reading, model.identity, at, lambda ids: set())
    return reading, {one.id: one.fields for one in found.found}


def _prepared(page: object) -> Prepared | None:
    """A page parsed; None for what could not be then either."""
    try:
        return prepare(page)
    except Exception:  # a page that no parser takes says nothing under any model
        return None


async def _kinds(survey: Survey, site: str) -> dict[str, int]:
    """The kind of each page by its URL, as the crawl read it last."""
    return {
        record.final_url: record.cluster
        async for _, record in _records(survey, FINDINGS, site)
        if isinstance(record, Finding) and record.cluster is not None
    }


async def _stored(survey: Survey, site: str) -> dict[str, Stored]:
    """Where the last record of each page stands that had a body, by the page's URL."""
    return {
        record.final_url: Stored(entry.partition, entry.offset)
        async for entry, record in _records(survey, PAGES, site)
        if isinstance(record, Page) and record.body and _is_read(record)
    }


async def _records(survey: Survey, topic: str, site: str) -> AsyncIterator[tuple[Entry, AnyRecord]]:
    """The records of a site in a topic with their entries; what cannot be decoded is left out."""
    async for entries in survey.walk(topic):
        for entry in entries:
            if entry.key != site.encode():
                continue
            try:
                record = decode(entry.value)
            except RecordError:
                continue
            yield entry, record


def _is_read(page: Page) -> bool:
    """Whether objects of a page are told."""
    answer = page.reason in ANSWERS and not page.aside
    return page.outcome == OK and (answer or bool(page.object_id))


def _line(site: str, url: str, one: Difference, rule: dict[str, Any]) -> dict[str, Any]:
    fields = {name: {"before": was, "after": now} for name, (was, now) in one.fields.items()}
    told = {"event": one.event, "id": one.id, "site": site, "page_url": url}
    return {**told, "fields": fields, "rule": rule}
