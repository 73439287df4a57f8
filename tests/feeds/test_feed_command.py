"""`upwell feed`, and what `[feed.NAME]` may say."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.cli.filled import change, fill
from upwell.agents.worker import Worker
from upwell.cli.main import run
from upwell.errors import ConfigError
from upwell.feeds import built, feeds_in, one_feed
from upwell.streams.sinks.sqlite import FILE, ObjectsTable

ROOT = "upwell.toml"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_added_is_listed_and_what_is_removed_leaves_no_trace(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every other line of the file stays as it is."""
    before = '# mine\ndelay = 2.0  # gentle\n\n[site."a.test"]\nmax_pages = 7\n'
    (here / ROOT).write_text(before)
    where = 'price < 100 and title contains "cello"'
    assert 0 == run(["feed", "add", "cheap", "webhook", "https://h.test/x", "--where", where])
    assert 0 == run(
        ["feed", "add", "all", "jsonl", "all.jsonl", "--event", "new", "--event", "gone"]
    )
    secret = capsys.readouterr().err
    assert 0 == run(["feed", "list"])
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [
        {
            "name": "cheap",
            "kind": "webhook",
            "to": "https://h.test/x",
            "where": where,
            "secret": "***",
        },
        {"name": "all", "kind": "jsonl", "to": "all.jsonl", "events": ["new", "gone"]},
    ] == listed
    assert feeds_in()[0].secret[0] in secret
    assert 2 == run(["feed", "add", "all", "rss", "all.xml"])
    for name in ("cheap", "all"):
        assert 0 == run(["feed", "remove", name])
    assert before == (here / ROOT).read_text()
    assert 2 == run(["feed", "remove", "cheap"])
    assert "there is no feed cheap" in capsys.readouterr().err


WRONG = [
    ({"kind": "jsonl"}, "to: field required"),
    ({"kind": "jsonl", "to": "x", "were": ""}, "unknown setting were; the nearest is where"),
    ({"kind": "jsno", "to": "x"}, "kind: input should be 'jsonl'"),
    ({"kind": "jsonl", "to": "x", "where": "price <"}, "at 8: a value is missing"),
    ({"kind": "webhook", "to": "http://x.test/"}, "a webhook is signed"),
    ({"kind": "csv", "to": "x", "keep": 3}, "keep is for rss, atom, not for csv"),
    ({"kind": "sqlite", "to": "x", "where": "a = 1"}, "a database has everything"),
    ({"kind": "notify", "to": "ntfy://x", "wait": "soon"}, "no time such as"),
    ({"kind": "notify", "to": "dbus://x"}, "no service on the network"),
    ({"kind": "kafka", "to": "kafka://h:1"}, "write kafka://host:port/TOPIC"),
]


@pytest.mark.parametrize(("table", "said"), WRONG, ids=[said[:30] for _, said in WRONG])
def test_a_section_that_cannot_be_says_why(table: dict[str, str], said: str) -> None:
    """With its place, and the nearest name."""
    with pytest.raises(ConfigError) as failed:
        built([one_feed("mine", table)])
    assert said in str(failed.value)


def test_two_feeds_do_not_fill_one_file() -> None:
    feeds = [one_feed(name, {"kind": "jsonl", "to": "./x.jsonl"}) for name in ("a", "b")]
    with pytest.raises(ConfigError, match=r"a and b both fill ./x.jsonl"):
        built(feeds)


def test_trying_a_file_shows_events_and_writes_nothing(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The newest first, three at most."""
    table = ObjectsTable(here / "upwell-data" / FILE)
    table.open(known=False)
    table.write([change(f"o{n}", 1) for n in range(5)], {0: 5})
    table.close()
    run(["feed", "add", "mine", "csv", "mine.csv", "--where", "id != o4"])
    capsys.readouterr()
    assert 0 == run(["feed", "test", "mine"])
    told = [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()]
    assert (["o3", "o2", "o1"], False) == (told, (here / "mine.csv").exists())
    run(["feed", "add", "hook", "webhook", "http://127.0.0.1:9/"])
    assert 1 == run(["feed", "test", "hook"])
    assert "--allow 127.0.0.1" in capsys.readouterr().err


def test_a_worker_fills_every_feed_of_the_file(here: Path) -> None:
    """Each from its own position, and again after a restart only what is new."""
    kinds = {"jsonl": "f.jsonl", "csv": "f.csv", "sqlite": "f.sqlite", "rss": "f.xml"}
    for kind, to in kinds.items():
        run(["feed", "add", kind, kind, to])
    url = f"upwell://{here}/log"

    async def work() -> None:
        feeds = built(feeds_in())
        worker = Worker(
            url, here / "d", [], sinks=feeds.sinks, posts=feeds.posts, roles=["deliver"]
        )
        await worker.start()
        await worker.stop()

    for n in range(2):
        fill(url, [change(f"o{n}", 1), change(f"p{n}", 1)])
        asyncio.run(work())
    assert 4 == (here / "f.jsonl").read_text().count("\n")
    assert 5 == (here / "f.csv").read_text().count("\n")
    assert 4 == (here / "f.xml").read_text().count("<item>")
