"""Rules of delivery that no other test would miss (docs/explanation/delivery.md lists all)."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from upwell.agents.analyse import ANALYSE
from upwell.agents.analyse.prepared import Prepared
from upwell.agents.plan import PLAN
from upwell.agents.plan.state import Head
from upwell.agents.reducer import Agent
from upwell.agents.watch import WATCH
from upwell.streams.app import make_app
from upwell.streams.records import AnyRecord, Finding, Request, SiteAdded, Tick
from upwell.streams.topics import topic_named
from upwell.streams.web.client import Limits

from .ring import DictView, Ring, prepared
from .test_loop import Bench
from .toy import entries, page

ROOT = Path(__file__).resolve().parents[2]


def added(delay_s: float, at: float = 0.0) -> SiteAdded:
    return SiteAdded(site="s", url="http://s/", settings={"delay_s": delay_s}, at=at)


@pytest.mark.parametrize(
    ("agent", "kind"),
    [(a, kind) for a in (PLAN, ANALYSE, WATCH) for kind in topic_named(a.reads).records],
    ids=lambda one: getattr(one, "name", None) or getattr(one, "__name__", ""),
)
def test_a_reducer_handles_every_kind_of_record_that_its_topic_declares(
    agent: Agent, kind: type[AnyRecord]
) -> None:
    """On a key that nothing is known of: that is where a late or a lone record arrives."""
    samples: dict[str, Any] = {"str": "s", "int": 1, "float": 1.0, "bytes": b"", "bool": False}
    samples["list"] = []
    required = {
        field.name: samples[field.type.__name__]
        for field in msgspec.structs.fields(kind)
        if field.required
    }
    agent.reduce(DictView("s"), kind(**required), None)


def test_time_does_not_go_back() -> None:
    """A tick that comes late, or again, leaves a site's time where it was (rule 1)."""
    view = DictView("s")
    PLAN.reduce(view, added(1.0, at=100.0), None)
    for at, expected in ((50.0, 100.0), (130.0, 130.0), (100.0, 130.0)):
        PLAN.reduce(view, Tick(site="s", at=at), None)
        view.cache.clear()
        assert expected == msgspec.msgpack.decode(view.user or b"", type=Head).now


def test_requests_run_no_further_ahead_than_the_credits() -> None:
    """Of a host that is asked every ten minutes two requests are open, never more (rule 7)."""
    ring = Ring()
    settings = {"delay_s": 600.0, "max_queries": 40}
    ring.queue.append(("findings", "s", SiteAdded(site="s", url="http://s/", settings=settings)))
    most = issued = answered = 0
    for record in ring.steps():
        issued = len(ring.of(Request))
        answered += isinstance(record, Finding) and not record.again
        most = max(most, issued - answered)
    assert 2 == most
    assert issued > 20


def test_a_page_that_breaks_the_reducer_is_an_answer_all_the_same() -> None:
    """Its request is answered as unreadable, and its record a dead letter (rules 7 and 8)."""

    def broken(view: Any, record: Any, prepared: Any) -> list[Any]:
        raise ValueError("no such page")

    bench = Bench(agent=replace(ANALYSE, reduce=broken, prepare=None))
    bench.feed(entries([page(4)]))
    assert [(1, 4, "unreadable")] == bench.findings()
    assert [0] == bench.refused()


def test_a_body_is_kept_up_to_four_megabytes() -> None:
    """As it travels, compressed; what is larger is refused where it is fetched (rule 9)."""
    assert 4 << 20 == Limits().compressed_bytes


def test_what_is_prepared_of_a_page_depends_on_nothing_but_the_page() -> None:
    """Neither on its number nor on its time, and no reducer changes it: the ring makes it once."""
    ring = Ring().open(max_queries=10)
    assert ANALYSE.prepare is not None
    for one in ring.pages[::4]:
        later = msgspec.structs.replace(one, number=one.number + 7, low=3, fetched_at=1e9)
        anew = ANALYSE.prepare(later)
        assert fields_of(anew) == fields_of(prepared(ANALYSE.prepare, one))


def fields_of(made: Prepared) -> bytes:
    """What a reducer is given, without what trees compute when they are asked."""
    held = [getattr(made, each.name) for each in fields(made) if each.name != "tree"]
    return pickle.dumps([held, sorted(made.tree.__getstate__().items())])


def test_decoded_state_of_an_earlier_ownership_is_dropped() -> None:
    """What another owner stored meanwhile is what counts (rule 12)."""
    mine, other = Bench(), Bench()
    mine.feed(entries([page(1)]))
    other.feed(entries([page(1), page(2), page(3)]))
    mine.table.data = dict(other.table.data)
    mine.owner.now += 1
    mine.feed(entries([page(4)], start=3))
    assert [] == mine.refused()


def test_fausts_web_server_stays_off(tmp_path: Path) -> None:
    """Nothing listens that nobody asked for (rule 13)."""
    assert not make_app("app", f"upwell://{tmp_path}/log", tmp_path).conf.web_enabled


def crawled() -> str:
    """A digest of all that a crawl sends and stores, and of what a loop writes, in order."""
    ring, bench = Ring().open(max_queries=10), Bench()
    bench.feed(entries([page(n, url=f"/{n % 7}") for n in range(1, 30)]))
    stored = [(key, view.user, sorted(view.stored.items())) for key, view in ring.views.items()]
    whole = repr((ring.sent, stored, bench.table.order, sorted(bench.table.data.items())))
    return hashlib.sha256(whole.encode()).hexdigest()


def test_results_do_not_depend_on_the_order_of_hashes() -> None:
    """Any PYTHONHASHSEED gives the same bytes, in the same order (rule 14)."""
    code = "from tests.agents.test_rules import crawled; print(crawled())"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    digests = {process.communicate()[0] for process in processes}
    assert [0, 0] == [process.returncode for process in processes]
    assert 1 == len(digests)
