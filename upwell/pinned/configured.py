"""Pins of a site from its section of `upwell.toml` and from `--set`; flags come first."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from upwell.errors import ConfigError
from upwell.models.pins import Pin, effective_pins, is_pin, parse_pin_setting, parse_pins

FILE = "upwell.toml"


def pins_for(site: str, named: Collection[str] = (), folder: Path | None = None) -> list[Pin]:
    """The pins that the configuration sets for a site.

    Parameters
    ----------
    site
        Its authority.
    named
        Values of `--set`; settings among them are passed over.
    folder
        Where `upwell.toml` is; the process's own by default.

    Raises
    ------
    ConfigError
        A name or a saying that cannot be, with the nearest that can.
    """
    flags = [pin for text in named if is_pin(text) for pin in _checked_pair(text)]
    file = pins_of_file((folder or Path.cwd()) / FILE).get(site, [])
    return effective_pins([*file, *flags])


def pins_of_file(path: Path) -> dict[str, list[Pin]]:
    """The pins of each site's section: `[site."shop.example".column]`, then `price = "drop"`."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    sections = table.get("site", {})
    return {
        site: [pin for what in section for pin in _of_table(site, what, section[what])]
        for site, section in sections.items()
    }


def _of_table(site: str, what: str, table: Any) -> list[Pin]:
    """The pins of one table of a section; a value that is no table is a setting."""
    if not isinstance(table, Mapping):
        return []
    origin = f'upwell.toml [site."{site}".{what}]'
    out = []
    for name, said in table.items():
        sayings = said if isinstance(said, list) else [said]
        if not all(isinstance(one, str) for one in sayings):
            raise ConfigError(f"{name} in {origin}: write what is said of it in quotation marks")
        out += _checked(f"{what}.{name}", ", ".join(sayings), origin)
    return out


def _checked(name: str, said: str, origin: str) -> list[Pin]:
    try:
        return parse_pins(name, said, origin)
    except ValueError as error:
        raise ConfigError(f"{error} (from {origin})") from None


def _checked_pair(text: str) -> list[Pin]:
    if "=" not in text:
        raise ConfigError(f"--set {text}: write it as NAME=VALUE")
    try:
        return parse_pin_setting(text)
    except ValueError as error:
        raise ConfigError(f"--set {text}: {error}") from None
