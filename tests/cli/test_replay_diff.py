"""`upwell replay --model V --diff`: the pages of a crawl under another of its models."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.agents.ring import SITE, Ring
from tests.agents.sourced import Sourced
from tests.agents.test_browsing import Shelved
from tests.agents.test_pins import say
from upwell.agents.analyse import ANALYSE
from upwell.agents.loop.item import Item, receive
from upwell.agents.loop.step import step
from upwell.agents.part import pack, unpack
from upwell.agents.reducer import Agent
from upwell.agents.state import Views
from upwell.agents.watch import WATCH
from upwell.cli.main import run
from upwell.cli.saved import earlier_models, replay_diff
from upwell.models.pagelets.fields.columns import Column
from upwell.models.site import Site, SiteModel
from upwell.models.site.kinds.decision import KindDecision
from upwell.streams.codecs import decode, encode
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Log, Outgoing
from upwell.streams.log.survey import surveying
from upwell.streams.records import Again, AnyRecord, ModelPublished, Page, Publish
from upwell.streams.topics import PAGES

from .filled import fill

Line = dict[str, Any]


class Recording(Ring):
    """A crawl in memory that remembers what plan and the web had analysed."""

    def _handle(self, topic: str, key: str, record: AnyRecord) -> None:
        if topic == PAGES and not isinstance(record, Again):
            self.recorded = [*getattr(self, "recorded", []), record]
        super()._handle(topic, key, record)


class Table:
    def __init__(self) -> None:
        self.data: dict[tuple[int, bytes], bytes] = {}

    def get(self, partition: int, key: bytes) -> bytes | None:
        return self.data.get((partition, key))

    def set(self, partition: int, key: bytes, value: bytes) -> None:
        self.data[partition, key] = value


async def through(agent: Agent, log: Log) -> list[AnyRecord]:
    """An agent reads its topic to the end, also what it sends there itself."""
    out: list[AnyRecord] = []
    views, start = Views(Table()), dict.fromkeys(await log.ends(agent.reads), 0)
    while entries := await log.scan(agent.reads, start):
        for entry in entries:
            item = await prepared(agent, log, receive(agent, entry, lambda _: False))
            sent = step(agent, views, item)
            await log.append(sent)
            start[entry.partition] = entry.offset + 1
            out += [decode(one.value) for one in sent]
    return out


async def prepared(agent: Agent, log: Log, item: Item) -> Item:
    source: Any = item.record
    if agent.wants_body and (wanted := agent.wants_body(item.record)):
        entry = await log.entry(item.entry.topic, item.entry.partition, wanted[0])
        source = decode(entry.value) if entry else None
    item.prepared = agent.prepare(source) if agent.prepare else None
    return item


def logged(records: Sequence[Page | Publish], folder: Path) -> list[SiteModel]:
    """The log of a crawl: its pages, and all that analyse and watch made of them."""

    async def write() -> list[AnyRecord]:
        log = open_log(f"upwell://{folder}")
        await log.open()
        await log.append([Outgoing(PAGES, one.site.encode(), encode(one)) for one in records])
        sent = await through(ANALYSE, log)
        await through(WATCH, log)
        await log.close()
        return sent

    told = [one for one in asyncio.run(write()) if isinstance(one, ModelPublished)]
    return [SiteModel.decode(unpack(one.model)) for one in told]


def crawl(web: Any) -> list[Page | Publish]:
    ring = Recording(web)
    ring.open(max_pages=40, max_queries=40, details="sample")
    say(ring, "column.title=rename name")
    return ring.recorded


@dataclass
class Crawl:
    folder: Path
    models: list[SiteModel]  # all that were published; the log keeps the last
    column: str  # of its rows


@pytest.fixture(
    scope="module",
    params=[(Sourced("library", 60), "author"), (Shelved(80), "f1")],
    ids=["own", "lists"],
)
def crawled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    folder = tmp_path_factory.mktemp("crawl") / "books"
    web, column = request.param
    return Crawl(folder, logged(crawl(web), folder), column)


def diff(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str], *more: str
) -> tuple[list[Line], str]:
    """The lines that are printed, and the last one for people."""
    capsys.readouterr()
    code = run(["replay", str(folder), "--model", name, "--diff", *more])
    out, err = capsys.readouterr()
    assert 0 == code, err
    return [json.loads(line) for line in out.splitlines()], err.strip().splitlines()[-1]


def test_models_that_are_learned_again_are_those_that_were_published(crawled: Crawl) -> None:
    async def read() -> list[SiteModel]:
        log = open_log(f"upwell://{crawled.folder}")
        await log.open()
        async with surveying(log) as survey:
            found = [one async for one in earlier_models.models_learned(log, survey, SITE)]
        await log.close()
        return found

    assert 2 < len(crawled.models)
    expected = [one.encode() for one in crawled.models]
    assert expected == [one.encode() for one in asyncio.run(read())]


@pytest.mark.parametrize("version", [1, 3])
def test_pages_that_are_not_read_would_say_the_same(
    crawled: Crawl,
    version: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, _ = diff(crawled.folder, str(version), capsys)
    monkeypatch.setattr(replay_diff.Models, "may_differ", lambda self, kind: True)
    monkeypatch.setattr(replay_diff.Models, "rules", lambda self, prepared, kind: ("all",))
    everything, summary = diff(crawled.folder, str(version), capsys)
    n_pages = re.search(r"read (\d+) of (\d+) pages", summary)
    assert n_pages
    assert n_pages[1] == n_pages[2]
    assert [{**line, "rule": None} for line in everything] == [
        {**line, "rule": None} for line in found
    ]


def test_each_difference_names_a_rule_that_did_it(
    crawled: Crawl, capsys: pytest.CaptureFixture[str]
) -> None:
    found, _ = diff(crawled.folder, "1", capsys)
    assert {"appears", "disappears", "differs"} >= {line["event"] for line in found}
    assert all(line["rule"] for line in found)
    assert any(line["rule"].get("rules") for line in found)


def test_what_the_operator_calls_a_column_is_told_of_every_object_and_reads_no_page(
    crawled: Crawl, capsys: pytest.CaptureFixture[str]
) -> None:
    before = crawled.models[-2]
    assert not before.pins
    found, summary = diff(crawled.folder, str(before.version), capsys)
    assert "; read 0 of " in summary
    assert f": {len(found)} differ" in summary
    assert {("name", "title")} == {tuple(line["fields"]) for line in found}
    assert {"column.title"} == {pin for line in found for pin in line["rule"]["pins"]}


def renamed(model: SiteModel, name: str, now: str) -> SiteModel:
    """A model that has learned another name for a column of the one list that has it."""

    def column(one: Column) -> Column:
        return msgspec.structs.replace(one, name=now) if one.name == name else one

    templates = [
        msgspec.structs.replace(one, columns=tuple(map(column, one.columns)))
        for one in model.pagelets.templates
    ]
    taught = msgspec.structs.replace(model.pagelets, templates=tuple(templates))
    return msgspec.structs.replace(model, pagelets=taught)


def of_another_crawl(model: SiteModel, folder: Path) -> str:
    """The folder of a crawl that has nothing but a model."""
    told = ModelPublished(site=SITE, version=9, n_pages=9, body=b"{}", model=pack(model.encode()))
    fill(f"upwell://{folder}/other", [told])
    return str(folder / "other")


def test_only_pages_of_kinds_that_differ_are_read(
    crawled: Crawl, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    standing = crawled.models[-1]
    kind = min(standing.clusters.clusters, key=lambda one: one.n_pages).id
    decided = KindDecision("unsure", "another rule")
    decisions = standing.decisions | {kind: decided}
    other = msgspec.structs.replace(standing, decisions=decisions)
    _, summary = diff(crawled.folder, of_another_crawl(other, tmp_path), capsys)
    n_pages = re.search(r": 1 of \d kinds of page differ in kind; read (\d+) of (\d+)", summary)
    assert n_pages
    assert 0 < int(n_pages[1]) < int(n_pages[2]) / 2


def test_a_column_that_another_crawl_calls_otherwise_is_told_of_every_object_and_reads_no_page(
    crawled: Crawl, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = of_another_crawl(renamed(crawled.models[-1], crawled.column, "remark"), tmp_path)
    found, summary = diff(crawled.folder, other, capsys)
    assert {(crawled.column, "remark")} == {tuple(line["fields"]) for line in found}
    assert all(line["rule"] == {"rules": ["columns"]} for line in found)
    assert "; read 0 of " in summary
    assert f": {len(found)} differ" in summary


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--model", "1"], "--model and --diff belong together"),
        (["--diff"], "--model and --diff belong together"),
        (["--model", "99", "--diff"], "has the models 1 to 1; there is no 99"),
        (["--model", "nowhere", "--diff"], "neither the version of a model nor the folder"),
        (["--model", "1", "--diff", "--site", "libary.example"], "the nearest is library.example"),
        (["--model", "1", "--diff", "-d", "x"], "leave --dir and --broker out"),
    ],
)
def test_what_cannot_be_compared_is_said(
    tmp_path: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    site = Site()
    site.observe(b"<h1>Otters</h1><ul><li><a href=/1>one</a> a text</ul>", f"http://{SITE}/")
    model = site.publish()
    assert model is not None
    assert run(["replay", of_another_crawl(model, tmp_path), *arguments]) in (2, 3)
    assert told in capsys.readouterr().err
