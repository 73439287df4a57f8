"""What `[feed.NAME]` may say, and what it means when it does not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from rapidfuzz.process import extractOne

from upwell.errors import ConfigError
from upwell.streams.filters import parse_filter

Kind = Literal["jsonl", "csv", "sqlite", "parquet", "rss", "atom", "webhook", "notify", "kafka"]
KINDS: tuple[str, ...] = get_args(Kind)
FILE = "upwell.toml"
SECRET = frozenset({"secret"})
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
# Which settings belong to some kinds alone.
_ONLY = {
    "columns": ("csv",),
    "secret": ("webhook",),
    "batch": ("webhook", "notify"),
    "wait": ("webhook", "notify"),
    "begin": ("webhook", "notify", "kafka"),
    "keep": ("rss", "atom"),
    "rows": ("parquet",),
}
_WHOLE = ("where", "events", "sites")  # a database has everything


class FeedSettings(BaseModel):
    """One feed; the description is what the reference prints."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)

    name: str
    kind: Kind = Field(description="jsonl, csv, sqlite, parquet, rss, atom, webhook, notify, kafka")
    to: str = Field(description="a file, a folder (parquet), or a URL")
    where: str = Field("", description="a filter; not set: everything")
    events: list[str] = Field([], description="of these alone: new, changed, gone ...")
    sites: list[str] = Field([], description="of these hosts alone")
    columns: list[str] = Field([], description="csv: a cell for each of these columns")
    secret: list[str] = Field([], description="webhook: what signs, newest first: whsec_...")
    batch: int = Field(0, ge=0, description="events in one request at most; 0: 1, notify 100")
    wait: float = Field(0.0, ge=0, description="seconds, or 10m, 1h, that a digest is gathered")
    begin: Literal["now", "start"] = Field(
        "now", description="now: what comes; start: all that the log has too"
    )
    keep: int = Field(100, ge=1, le=10_000, description="rss, atom: events that are shown")
    rows: int = Field(10_000, ge=1, description="parquet: rows of a file")

    @field_validator("where")
    @classmethod
    def _where(cls, value: str) -> str:
        try:
            parse_filter(value)
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return value

    @field_validator("secret", mode="before")
    @classmethod
    def _secrets(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value

    @field_validator("wait", mode="before")
    @classmethod
    def _wait(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd]?)", value.strip())
        if found is None:
            raise ValueError(f"{value!r} is no time such as 30s, 10m, 1h, 1d")
        return float(found[1]) * _UNITS[found[2]]

    def shown(self) -> dict[str, Any]:
        """The settings that were given, secrets masked."""
        values = self.model_dump(exclude_defaults=True)
        return {name: "***" if name in SECRET else value for name, value in values.items()}


def one_feed(name: str, table: Mapping[str, Any], origin: str = FILE) -> FeedSettings:
    """One feed, checked.

    >>> one_feed("cheap", {"kind": "jsonl", "to": "cheap.jsonl", "where": "price < 10"}).wait
    0.0
    >>> one_feed("cheap", {"kind": "jsonl", "to": "c.jsonl", "were": "price < 10"})
    Traceback (most recent call last):
    ...
    upwell.errors.ConfigError: upwell.toml [feed.cheap]: unknown setting were; the nearest is where
    """
    where = f"{origin} [feed.{name}]"
    if not _NAME.fullmatch(name):
        raise ConfigError(f"{where}: a feed is named with letters, digits, - and _")
    names = [each for each in FeedSettings.model_fields if each != "name"]
    for given in table:
        if given not in names:
            nearest = extractOne(given, names)[0]
            raise ConfigError(f"{where}: unknown setting {given}; the nearest is {nearest}")
    try:
        feed = FeedSettings(name=name, **table)
    except ValidationError as error:
        first = error.errors()[0]
        said = first["msg"].removeprefix("Value error, ")
        raise ConfigError(f"{where}: {first['loc'][0]}: {said[:1].lower()}{said[1:]}") from None
    _require_fitting(feed, where)
    return feed


def feeds_in(folder: Path | None = None) -> list[FeedSettings]:
    """The feeds of the file in a folder, by default where the command runs."""
    path = (folder or Path.cwd()) / FILE
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    found = table.get("feed", {})
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise ConfigError(f"{path}: a feed has a section of its own: [feed.cheap]")
    return [one_feed(name, section) for name, section in found.items()]


def _require_fitting(feed: FeedSettings, where: str) -> None:
    for name in feed.model_fields_set:
        kinds = _ONLY.get(name, KINDS)
        if feed.kind not in kinds:
            raise ConfigError(f"{where}: {name} is for {', '.join(kinds)}, not for {feed.kind}")
        if feed.kind == "sqlite" and name in _WHOLE and getattr(feed, name):
            raise ConfigError(f"{where}: a database has everything; leave {name} to who reads it")
    if feed.kind == "webhook" and not feed.secret:
        raise ConfigError(
            f"{where}: a webhook is signed: secret = 'whsec_...'; `upwell feed add` makes one"
        )
