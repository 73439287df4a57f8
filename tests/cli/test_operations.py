"""What an operator asks of a log, on either broker, while nobody or somebody works on it."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from upwell.cli.main import run
from upwell.streams.log.address import EMBEDDED, parse_address
from upwell.streams.log.embedded.storage import Storage
from upwell.streams.log.open import open_log
from upwell.streams.log.port import TopicPartition
from upwell.streams.records import SiteAdded, SitePaused
from upwell.streams.topics import FINDINGS, PAGES, TOPICS, topic_named

from .filled import SITE, Shell, change, fill, finding, letter, model, page, stands, status


@pytest.fixture
def upwell(log_url: str, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(log_url, capsys)


def test_topics_tells_ranges_records_bytes_and_that_all_is_as_declared(
    log_url: str, upwell: Shell
) -> None:
    fill(log_url, [page(n) for n in range(1, 41)])
    found = {line["topic"]: line for line in upwell.json("topics", "--json")}
    assert {topic.name for topic in TOPICS} == set(found)
    pages = found[PAGES]
    assert 40 == pages["records"] == sum(p["end"] - p["first"] for p in pages["partitions"])
    assert [8] * len(TOPICS) == [len(one["partitions"]) for one in found.values()]
    assert pages["bytes"] > 40 * 100
    assert [[]] * len(TOPICS) == [one["differs"] for one in found.values()]
    (line, *partitions) = upwell("topics", PAGES)
    assert (8, True) == (len(partitions), "kept 7 days or 20 GiB" in line)


async def _made(url: str, partitions: int, *names: str) -> None:
    """Topics as somebody else made them: by hand on Kafka, of another file when embedded."""
    topics = [replace(topic_named(name), partitions=partitions) for name in names]
    address = parse_address(url)
    if address.scheme == EMBEDDED:
        storage = Storage(address.directory)
        storage.declare(topics)
        storage.close()
        return
    admin = AIOKafkaAdminClient(bootstrap_servers=address.servers)
    await admin.start()
    await admin.create_topics(
        [NewTopic(address.prefix + topic.name, topic.partitions, 1) for topic in topics]
    )
    await admin.close()


def test_a_topic_with_another_number_of_partitions_is_named_and_refused(
    log_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_made(log_url, 8, PAGES))
    asyncio.run(_made(log_url, 3, FINDINGS))
    assert 3 == run(["topics", "--broker", log_url])
    said = capsys.readouterr().err
    assert re.search(r"topic \S*(pages has 8 partitions, 3|findings has 3 partitions, 8) ", said)


def test_a_log_made_with_another_number_of_partitions_keeps_it(log_url: str, upwell: Shell) -> None:
    asyncio.run(_made(log_url, 3, *[topic.name for topic in TOPICS]))
    found = upwell.json("topics", "--json")
    assert {(3, 8)} == {(len(t["partitions"]), t["declared"]["partitions"]) for t in found}


async def _handled(url: str, group: str, topic: str, n: int) -> None:
    """Be a member of a group until it has read everything, and commit all but the last `n`."""
    log = open_log(url)
    await log.open()
    reader = log.reader(group, [topic])
    ends = await log.ends(topic)
    read = 0
    async for batch in reader.batches():
        read += len(batch)
        if read >= sum(ends.values()):
            break
    most = max(ends, key=lambda partition: ends[partition])
    at = {TopicPartition(topic, p): end - (n if p == most else 0) for p, end in ends.items()}
    await reader.commit(at)
    await reader.close()
    await log.close()


def test_status_tells_phases_reasons_models_positions_and_lag(log_url: str, upwell: Shell) -> None:
    fill(log_url, [page(n) for n in range(1, 11)])
    fill(log_url, [status(reason="asking", model_version=1), model(3), letter(page(1), 5)])
    asyncio.run(_handled(log_url, "analysts", PAGES, 4))
    site, reader, dead = upwell.json("status", "--json")
    assert (SITE, "harvest", "asking", 3) == (
        site["site"], site["phase"], site["reason"], site["model_version"],
    )  # fmt: skip
    assert ("analysts", PAGES, 6, 10, 4) == (
        reader["reader"], reader["topic"], reader["position"], reader["end"], reader["lag"],
    )  # fmt: skip
    assert {"dead_letters": 1} == dead
    text = "\n".join(upwell("status"))
    assert "6 of 10, 4 waiting" in text
    assert "waiting: 4 in pages" in text


def test_sites_lists_those_that_are_asked_and_those_known_by_their_pages(
    log_url: str, upwell: Shell
) -> None:
    fill(log_url, [status(), status("shop.example", "parked", reason="nothing is left to ask")])
    fill(log_url, [model(2, "saved.example"), change("a", 1, site="saved.example")])
    first, second, third = upwell("sites")
    assert ("library.example", "harvest") == tuple(first.split()[:2])
    assert ("saved.example", "ingested", "1") == tuple(second.split()[:3])
    assert third.endswith("nothing is left to ask")
    assert ["harvest", "ingested", "parked"] == [s["phase"] for s in upwell.json("sites", "--json")]


def test_objects_are_the_newest_versions_of_one_site(log_url: str, upwell: Shell) -> None:
    fill(log_url, [change("a", 1), change("b", 1), change("a", 2, "changed"), status()])
    fill(log_url, [change("x", 1, site="shop.example"), change("b", 2, "gone")])
    found = upwell.json("objects", SITE)
    assert [("a", 2)] == [(line["id"], line["version"]) for line in found]


def test_changes_are_told_in_order_with_their_event(log_url: str, upwell: Shell) -> None:
    fill(log_url, [change("a", 1), change("a", 2, "changed"), change("x", 1, site="shop.example")])
    found = upwell.json("changes", "--site", SITE)
    assert [("a", 1, "new"), ("a", 2, "changed")] == [
        (line["id"], line["version"], line["event"]) for line in found
    ]


def test_a_change_tells_each_field_that_differs_before_and_after(
    log_url: str, upwell: Shell
) -> None:
    """A field that came, went or differs; of the first version known what its record says."""
    told = {"price": "3 €", "colour": "red"}
    fill(log_url, [msgspec.structs.replace(change("a", 1), fields=told)])
    later = {"price": "4 €", "size": "7"}
    more = {"fields": later, "before": told, "query": "lamp"}
    fill(log_url, [msgspec.structs.replace(change("a", 2, "changed"), **more)])
    fill(log_url, [msgspec.structs.replace(change("a", 3, "withdrawn"), fields=later)])
    fill(log_url, [msgspec.structs.replace(change("b", 2, "changed"), before={"text": "b was"})])
    lines = upwell.json("changes")
    names = "event id version url site at fields text evidence"
    assert {tuple(names.split())} == {tuple(line) for line in lines}
    new, changed, withdrawn, late = (
        {name: (side["before"], side["after"]) for name, side in line["fields"].items()}
        for line in sorted(lines, key=lambda line: (line["id"], line["version"]))
    )
    assert {"price": (None, "3 €"), "colour": (None, "red")} == new
    assert {"price": ("3 €", "4 €"), "colour": ("red", None), "size": (None, "7")} == changed
    assert {"price": ("4 €", None), "size": ("7", None)} == withdrawn
    assert {"text": ("b was", "b in version 2")} == late
    assert {"page_url": f"http://{SITE}/", "query": "lamp"} == lines[1]["evidence"]


def test_schema_writes_a_line_a_column_of_the_objects_that_count(
    log_url: str, upwell: Shell
) -> None:
    euros = {"price": {"value": 1.5, "unit": "EUR"}}
    four = [change("a", 1), change("b", 2), change("c", 1), change("d", 1)]
    fill(log_url, [msgspec.structs.replace(one, typed=euros) for one in four])
    ghost = {"f8": "a box beside the answer"}
    for ended in ("withdrawn", "gone"):
        fill(log_url, [msgspec.structs.replace(change(ended, 2, ended), fields=ghost)])
    one = msgspec.structs.replace(change("e", 1), fields={"made": "2024-01-31"})
    columns = [{"name": "price", "label": "Our price", "type": "money", "unit": "EUR"}]
    fill(log_url, [one, model(2, body=msgspec.json.encode({"columns": columns}))])
    price, made = upwell.json("schema", SITE)
    assert ["name", "label", "type", "unit", "share", "examples"] == list(price)
    shown = ["1.50 €", "2.50 €"]
    assert ("price", "Our price", "money", "EUR", 0.8, shown) == tuple(price.values())
    assert ("made", None, "text", None, 0.2, ["2024-01-31"]) == tuple(made.values())


def test_the_json_schema_has_the_fields_of_a_site(log_url: str, upwell: Shell) -> None:
    typed = {"price": {"value": 2.5, "unit": "EUR"}}
    priced = msgspec.structs.replace(change("b", 2), typed=typed)
    fill(log_url, [change("a", 1), priced, change("c", 2, "withdrawn")])
    found = json.loads("\n".join(upwell("schema", SITE, "--json-schema")))
    assert "From 2 objects." == found["description"]
    fields = found["properties"]["fields"]
    assert ["price"] == fields["required"]
    price = fields["properties"]["price"]
    assert (["object", "string"], 1.0) == (price["type"], price["x-share"])


def test_objects_are_shown_as_a_table_of_the_columns_that_most_have(
    log_url: str, upwell: Shell
) -> None:
    """The unit of all stands in the head, numbers without it in the cells; nothing steers."""
    fields = {"title": "Lamp \x1b[31mred", "price": "2.722,00 €"}
    typed = {"price": {"value": 2722, "unit": "EUR"}}
    fill(log_url, [msgspec.structs.replace(change("a", 1), fields=fields, typed=typed)])
    head, _, row, *_ = upwell("objects", SITE, "--table")
    assert (["title", "price", "(EUR)"], ["Lamp", "[31mred", "2722"]) == (head.split(), row.split())


def test_add_hands_on_queries_of_ones_own(log_url: str, upwell: Shell, tmp_path: Path) -> None:
    """Of the command line, then of a file; no comment, no blank line, none twice."""
    (tmp_path / "queries").write_text("\ufeffheron\n# birds\n\n otter \nnewt\n", "utf-8")
    queries = ["--query", "otter", "--queries", str(tmp_path / "queries")]
    upwell("add", f"http://{SITE}/", *queries, "--contact", "me@example.org")
    (added,) = [r for r in stands(log_url, FINDINGS) if isinstance(r, SiteAdded)]
    assert ["otter", "heron", "newt"] == added.settings["queries"]


@pytest.mark.parametrize("name", [SITE, f"http://{SITE}/find?q=1"])
def test_explain_takes_a_site_by_its_host_or_a_url(log_url: str, upwell: Shell, name: str) -> None:
    fill(log_url, [status(reason="asking"), model(3)])
    found = json.loads("\n".join(upwell("explain", name)))
    assert (SITE, "harvest", "asking", []) == (
        found["site"], found["phase"], found["reason"], found["kinds"],
    )  # fmt: skip


def test_explain_tells_by_which_rules_a_page_was_read(log_url: str, upwell: Shell) -> None:
    why = {"like kind 2": 0.981, "list: lists are answers": 1.0, "known list, votes": 1.0}
    read = finding(1, model_version=3, cluster=2, similarity=0.981, route="template", why=why)
    fill(log_url, [status(), model(3), finding(1, route="search"), finding(2), read])
    found = json.loads("\n".join(upwell("explain", f"http://{SITE}/find?q=1")))
    assert ["search", "template"] == [one["route"] for one in found["read"]]
    assert (why, 2, 0.981) == tuple(found["read"][1][key] for key in ("why", "kind", "similarity"))


KINDS = {
    "clusters": [
        {
            "id": 2, "pages": 30, "is": "list", "rule": "lists are answers",
            "why": {"lists": 1}, "similarity": 0.97, "heaviest": {"li.hit": 0.8},
        },
        {"id": 5, "pages": 10, "is": "unsure", "rule": "few pages", "why": {"pages": 2}},
    ]
}  # fmt: skip


def test_explain_tells_what_each_kind_of_page_is(log_url: str, upwell: Shell) -> None:
    fill(log_url, [status(), model(3, body=json.dumps(KINDS).encode())])
    assert [
        "kind 2: 30 pages, list: lists are answers (lists 1)",
        "  similarity 0.970, heaviest: li.hit 0.8",
        "kind 5: 10 pages, unsure: few pages (pages 2)",
        "  similarity 0.000, heaviest: none",
    ] == upwell("explain", SITE, "--kinds")


def test_explain_tells_which_words_all_pages_share_and_which_tell_them_apart(
    log_url: str, upwell: Shell
) -> None:
    own = {"pages": 1, "terms": 2, "frame": {}, "content": {}}
    ends = {"frame": {"home": 1.0}, "content": {"otter": 0.14}}
    terms = {"pages": 40, "terms": 9, **ends, "kinds": {"2": own}}
    fill(log_url, [status(), model(3, body=json.dumps({"terms": terms}).encode())])
    assert [
        "site: 9 terms on 40 pages",
        "  on all pages alike: home 1.00",
        "  telling pages apart: otter 0.14",
        "kind 2: 2 terms on 1 page",
        "  on all pages alike: none",
        "  telling pages apart: none",
    ] == upwell("explain", SITE, "--entropy")


def test_explain_says_so_where_there_is_no_entropy_yet(log_url: str, upwell: Shell) -> None:
    fill(log_url, [status(), model(3, body=json.dumps(KINDS).encode())])
    (line,) = upwell("explain", SITE, "--entropy")
    assert "no entropy of terms yet" in line


def test_status_counts_the_pages_of_kinds_nobody_is_sure_of(log_url: str, upwell: Shell) -> None:
    fill(log_url, [status(), model(3, body=json.dumps(KINDS).encode())])
    assert 0.25 == upwell.json("status", "--json")[0]["unsure"]
    assert any("unsure of the kind of 25% of the pages" in text for text in upwell("status"))


def test_pause_and_resume_are_words_to_plan(log_url: str, upwell: Shell) -> None:
    fill(log_url, [status()])
    upwell("pause", SITE)
    upwell("pause", f"http://{SITE}/", "--resume")
    found = [r for r in stands(log_url, FINDINGS) if isinstance(r, SitePaused)]
    assert [(SITE, True), (SITE, False)] == [(record.site, record.paused) for record in found]


def test_doctor_finds_nothing_wrong_but_says_that_letters_wait(log_url: str, upwell: Shell) -> None:
    fill(log_url, [page(1), letter(page(1), 5)])
    found = {line["name"]: line for line in upwell.json("doctor", "--json", "--deep")}
    assert {"ok", "warn"} == {line["state"] for line in found.values()}
    assert "warn" == found["dead letters"]["state"]
    assert "2 read, all whole" == found["records"]["message"]


def test_an_unknown_site_is_told_with_the_nearest(
    log_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(log_url, [status()])
    assert 3 == run(["pause", "libary.example", "--broker", log_url])
    assert "the nearest is library.example" in capsys.readouterr().err
