"""Objects whole: crawls of the families whose records have pages of their own, by their files.

python -m benchmarks.quality details

Each family is crawled with default settings. Of what a record's pages say (each row of it on the
lists that were read, and its own page) every field counts once. `in one column`: share of these
whose text, as a page shows it, is in the one column of `raw` that holds most of the field. `typed
right` and `typed wrong` as in `columns`. `requests beside lists`: own pages that were opened, an
object. `told twice`: lines of the file that say what the line before said.
"""

from __future__ import annotations

import asyncio
import io
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console

from upwell.agents.plan.settings import SiteSettings
from upwell.crawling import Order, crawl
from upwell.models.urls.canonical import site_of
from upwell.progress import Progress
from upwell.sources import Truth, serve
from upwell.sources.database.record import Value
from upwell.sources.families import FAMILIES

from ..columns.columns import Share, typed_share
from ..figures import Figure
from ..sealed import first_seeds

SIZE = 60  # records
QUICK = ("library", "shop")
WHOLE = 0.95  # of the values of all families; 13 of them reach .979
QUICK_LESS = 0.05  # two families: one column more or less is a few hundredths
WRONG = 0.005
POST = frozenset(("archive",))  # its form is sent by POST, which nobody consents to
Shown = Mapping[int, Mapping[str, set[str]]]  # record -> field -> its texts


class Whole(NamedTuple):
    """One crawl against the truth."""

    values: Share
    opened: float  # own pages an object
    repeated: int  # lines that say what the line before said
    in_column: Mapping[str, tuple[str, int, int]]  # field -> column, values in it, values


def measure(quick: bool = False) -> list[Figure]:
    """All families together, then each."""
    names = [name for name, one in FAMILIES.items() if one.details and name not in POST]
    (seed,) = first_seeds(1)
    found = {name: crawled(name, seed, SIZE) for name in (QUICK if quick else names)}
    total = Share()
    for one in found.values():
        total = total.plus(one.values)
    floors = (WHOLE - QUICK_LESS if quick else WHOLE, WRONG)
    figures = list(_figures("", total, *floors))
    for name, one in found.items():
        figures += _figures(f"{name}: ", one.values)
        figures.append(Figure(f"{name}: own pages opened an object", one.opened, None))
        figures.append(Figure(f"{name}: objects told twice", one.repeated, None, None, "lower"))
    return figures


def _figures(
    lead: str, share: Share, least: float | None = None, most_wrong: float | None = None
) -> Iterator[Figure]:
    whole, wrong = share.in_column / share.n, share.wrong / max(1, share.in_column)
    yield Figure(f"{lead}values of whole objects in one column", whole, None, least)
    yield Figure(f"{lead}typed right", share.right / max(1, share.typed), None)
    yield Figure(f"{lead}typed wrong", wrong, None, most_wrong, "lower")


def crawled(family: str, seed: int, size: int, details: str = "sample") -> Whole:
    """One source, from its home page to the end of the crawl."""
    return asyncio.run(_crawled(family, seed, size, details))


async def _crawled(family: str, seed: int, size: int, details: str) -> Whole:
    with tempfile.TemporaryDirectory(prefix="upwell-quality-") as folder:
        async with await serve(family, seed=seed, size=size) as source:
            settings = SiteSettings.of({"delay_s": 0.0, "details": details})
            order = Order(
                urls=[source.url],
                settings={site_of(source.url): settings},
                directory=Path(folder),
                readings=Path(folder) / "readings.jsonl",
                allow=("127.0.0.1/32",),
            )
            with Progress(Console(file=io.StringIO())) as progress:
                await crawl(order, progress, asyncio.Event())
            return _judged(order, source.truth)


def _judged(order: Order, truth: Truth) -> Whole:
    lines = [json.loads(line) for line in order.objects_file.open(encoding="utf-8")]
    assert order.readings is not None
    urls = {json.loads(line)["url"] for line in order.readings.open(encoding="utf-8")}
    last = {line["id"]: line for line in lines}
    by_record = {}
    for line in last.values():
        record = truth.entity(line["url"]) if line["url"] else None
        if record is not None:
            by_record[record.id] = line
    values = {record.id: record.values for record in truth.records()}
    shown = _shown(truth, urls)
    share, columns = _share(by_record, shown, values)
    opened = sum(truth.page(url).entity is not None for url in urls)
    return Whole(share, opened / max(1, len(last)), _repeated(lines), columns)


def _shown(truth: Truth, urls: set[str]) -> Shown:
    """What pages say of each record: the lists that were read, and its own page."""
    found: dict[int, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    pages = sorted(urls | {truth.item_url(record) for record in truth.records()})
    for url in pages:
        for told in truth.page(url).objects:
            for field, text in told.fields.items():
                if text:
                    found[told.record][field].add(text)
    return found


def _share(
    lines: Mapping[int, dict[str, Any]], shown: Shown, values: Mapping[int, Mapping[str, Value]]
) -> tuple[Share, dict[str, tuple[str, int, int]]]:
    columns: dict[str, Counter[str]] = defaultdict(Counter)
    n: Counter[str] = Counter()
    for record, line in lines.items():
        for field, texts in shown[record].items():
            n[field] += 1
            columns[field].update({c for c, raw in line["raw"].items() if raw in texts})
    share, best = Share(), {}
    for field in sorted(n):
        (column, held), *_ = columns[field].most_common(1) or [("", 0)]
        best[field] = (column, held, n[field])
        share = share.plus(Share(n[field], held))
        for record, line in lines.items():
            if line["raw"].get(column) in shown[record].get(field, ()):
                share = share.plus(typed_share(values[record].get(field), _typed(line, column)))
    return share, best


def _typed(line: Mapping[str, Any], column: str) -> Any:
    value = line["fields"][column]
    return None if value == line["raw"][column] else value


def _repeated(lines: list[dict[str, Any]]) -> int:
    said: dict[str, Any] = {}
    n = 0
    for line in lines:
        now = (line["fields"], line.get("event"))
        n += said.get(line["id"]) == now
        said[line["id"]] = now
    return n
