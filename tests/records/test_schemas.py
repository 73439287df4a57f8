"""The schemas tell what the structs are, and what was released stays."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
import pytest

from upwell.streams.contract import asyncapi, json_schema, kinds
from upwell.streams.records import AnyRecord
from upwell.streams.topics import TOPICS

from .released import Kinds, broken, present, released


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


@pytest.mark.parametrize("document", [json_schema(), asyncapi()], ids=["json", "asyncapi"])
def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    found = list(_references(document))
    assert len(found) > len(TOPICS)
    for reference in found:
        at: Any = document
        for name in reference.removeprefix("#/").split("/"):
            at = at[name]


def test_every_record_stands_in_a_topic_and_in_the_schema() -> None:
    """A kind that the decoder knows and no topic holds would be read by nobody."""
    assert set(get_args(AnyRecord)) == set(kinds())
    assert {kind.__name__ for kind in kinds()} <= set(json_schema()["$defs"])


def test_the_channels_are_the_table_of_topics() -> None:
    found = {name: set(channel["messages"]) for name, channel in asyncapi()["channels"].items()}
    assert {t.name: {kind.__name__ for kind in t.records} for t in TOPICS} == found


def test_every_arrow_of_the_ring_is_an_operation() -> None:
    expected = {f"{role}.send.{t.name}" for t in TOPICS for role in t.written_by}
    expected |= {f"{role}.receive.{t.name}" for t in TOPICS for role in t.read_by}
    assert expected == set(asyncapi()["operations"])


def test_what_was_released_is_still_there() -> None:
    """Fields are only added, with a default, within one schema number (DESIGN 4.13)."""
    assert [] == broken(released(), present())


def test_what_is_new_is_written_down_too() -> None:
    """`python -m tests.records.released` does; from then on it cannot be taken back."""
    assert released() == present()


def _without(kinds: Kinds) -> None:
    del kinds["Page"]["fields"]["query"]


def _renamed(kinds: Kinds) -> None:
    kinds["Page"]["fields"]["words"] = kinds["Page"]["fields"].pop("query")


def _retyped(kinds: Kinds) -> None:
    kinds["Page"]["fields"]["status"]["type"] = "string"


def _defaulted(kinds: Kinds) -> None:
    kinds["Page"]["fields"]["status"]["default"] = 200


def _required(kinds: Kinds) -> None:
    kinds["Page"]["fields"]["weight"] = {"type": "integer"}
    kinds["Page"]["required"].append("weight")


def _tagged(kinds: Kinds) -> None:
    kinds["Page"]["fields"]["kind"] = {"enum": ["leaf"]}


def _dropped(kinds: Kinds) -> None:
    del kinds["Page"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_without, "Page.query is gone"),
        (_renamed, "Page.query is gone"),
        (_retyped, "Page.status was"),
        (_defaulted, "Page.status was"),
        (_required, "Page.weight is required"),
        (_tagged, "Page.kind was"),
        (_dropped, "Page is gone"),
    ],
)
def test_a_change_that_old_records_do_not_survive_is_named(
    change: Callable[[Kinds], None], said: str
) -> None:
    now = copy.deepcopy(released())
    change(now)
    (found, *more) = broken(released(), now)
    assert (True, []) == (said in found, more)


def test_a_field_that_is_added_breaks_nothing() -> None:
    now = copy.deepcopy(released())
    now["Page"]["fields"]["weight"] = {"type": "integer", "default": 0}
    assert [] == broken(released(), now)


def test_the_schema_knows_the_names_on_the_wire() -> None:
    """What `encode` writes has no name that the schema lacks."""
    for kind in kinds():
        fields = {field.encode_name for field in msgspec.structs.fields(kind)} | {"kind"}
        assert fields == set(json_schema()["$defs"][kind.__name__]["properties"])
