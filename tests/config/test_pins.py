"""Laws of pins as an operator writes them: one form, checked once, an origin for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from upwell.config import resolve
from upwell.errors import ConfigError
from upwell.models.pins import Pin, Pins, merged_pins, parse_pin_setting
from upwell.pinned.configured import pins_for

SECTION = """
[site."shop.example"]
delay = 2.0

[site."shop.example".column]
price = ["rename cost", "type money"]
"No." = "drop"

[site."shop.example".argument]
sort = "irrelevant"

[site."other.example".pattern]
"other.example/cart/**" = "never"
"""
SHELF = {"a.example/**": "never", "a.example/shelf/*": "list"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "upwell.toml").write_text(SECTION, "utf-8")
    return tmp_path


def test_a_section_holds_settings_and_pins_of_one_site(folder: Path) -> None:
    said = {(pin.full_name, pin.text) for pin in pins_for("shop.example", folder=folder)}
    assert said == {
        ("column.price", "rename cost"),
        ("column.price", "type money"),
        ("column.No.", "drop"),
        ("argument.sort", "irrelevant"),
    }
    assert 2.0 == resolve(site="shop.example", environment={}, folder=folder)["delay"].value
    assert [] == pins_for("third.example", folder=folder)


def test_a_flag_comes_before_the_file_and_each_names_its_origin(folder: Path) -> None:
    found = pins_for("shop.example", ["delay=0", "argument.sort=relevant"], folder)
    by_name = {pin.full_name: pin for pin in found}
    flag = by_name["argument.sort"]
    assert ("relevant", "--set argument.sort") == (flag.verb, flag.origin)
    assert 'upwell.toml [site."shop.example".column]' == by_name["column.No."].origin


def test_flags_that_are_pins_are_no_settings(folder: Path) -> None:
    assert "delay" in resolve({"set": ["column.a=drop"]}, environment={}, folder=folder)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("colum.price=drop", "nothing called colum can be pinned; the nearest is column"),
        ("column.price=hide", "say rename NAME, type NAME, drop or learned"),
        ("column.price=type mony", "no type is called mony; the nearest is money"),
        ("argument.=relevant", "write argument.NAME"),
        ("region.5f3a", "write it as NAME=VALUE"),
        ("kind.http://a.example/=lists", "say list, item, nothing or learned"),
    ],
)
def test_what_cannot_be_said_is_one_line_with_what_can(said: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        pins_for("shop.example", [said])
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrong_saying_in_the_file_names_the_section(tmp_path: Path) -> None:
    (tmp_path / "upwell.toml").write_text('[site."a.example".region]\n5f = "yes"\n', "utf-8")
    with pytest.raises(ConfigError, match=r'upwell.toml \[site."a.example".region\]'):
        pins_for("a.example", folder=tmp_path)


@pytest.mark.parametrize(
    ("low", "high", "held"),
    [
        (["argument.a=relevant"], ["argument.a=irrelevant"], ["argument.a=irrelevant"]),
        (["argument.a=relevant"], ["argument.a=learned"], []),
        (["column.a=drop", "column.a=type date"], ["column.a=learned"], []),
        (
            ["column.a=drop"],
            ["column.a=type date"],
            ["column.a=drop", "column.a=type date"],
        ),
        ([], ["argument.a=learned"], []),
    ],
)
def test_the_higher_rank_has_the_last_word(
    low: list[str], high: list[str], held: list[str]
) -> None:
    ranks = [[pin for one in rank for pin in parse_pin_setting(one)] for rank in (low, high)]
    assert held == [f"{pin.full_name}={pin.text}" for pin in merged_pins(*ranks)]


@pytest.mark.parametrize(
    ("patterns", "url", "verb"),
    [
        # the longest that fits has the word
        (
            {"a.example/**": "never", "a.example/shelf/*": "list"},
            "http://a.example/shelf/3",
            "list",
        ),
        (SHELF, "http://a.example/x/y", "never"),
        # a step is a step, a number a number
        ({"a.example/shelf/*": "list"}, "http://a.example/shelf/3/4", ""),
        ({"a.example/p#": "never"}, "http://a.example/p12", "never"),
        ({"a.example/p#": "never"}, "http://a.example/px", ""),
        # arguments are all that are named, in any order
        ({"a.example/s?a&b": "never"}, "http://a.example/s?b=1&a=2", "never"),
        ({"a.example/s?a": "never"}, "http://a.example/s?b=1&a=2", ""),
        ({"a.example/s": "never"}, "http://a.example/s?b=1&a=2", "never"),
        # of another host
        ({"a.example/s": "never"}, "http://b.example/s", ""),
    ],
)
def test_patterns_fit_addresses(patterns: dict[str, str], url: str, verb: str) -> None:
    pins = Pins(tuple(Pin("pattern", name, said) for name, said in patterns.items()))
    found = pins.of_address(url)
    assert verb == (found.verb if found else "")
