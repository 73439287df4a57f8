"""Settings and where each came from: flag, then `UPWELL_*`, then `upwell.toml`, then default.

A site may have a section of its own, `[site."host"]`, which overrides the file's general part
for that host. A name nobody knows is an error that tells the nearest one.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from rapidfuzz.process import extractOne

from upwell.consent import consented
from upwell.errors import ConfigError
from upwell.logs import Level
from upwell.models.pins import is_pin
from upwell.models.queries.selection.listed import Selection
from upwell.models.tree.parse import Engine
from upwell.streams.log.address import parse_address, without_secrets
from upwell.streams.web.inside import allowed

FILE = "upwell.toml"
PREFIX = "UPWELL_"
ROLES = ("plan", "fetch", "analyse", "watch", "deliver")
# Variables of the same prefix that are not settings: of builds, tests and benchmarks.
_OTHER_VARIABLES = frozenset(
    {"UPWELL_APPS", "UPWELL_DAMAGES", "UPWELL_DATA", "UPWELL_KILLS", "UPWELL_NO_KAFKA"}
    | {"UPWELL_PAGES", "UPWELL_PURE", "UPWELL_REQUIRE_KAFKA", "UPWELL_SHORT", "UPWELL_SITES"}
    | {"UPWELL_CACHE", "UPWELL_FRESH", "UPWELL_MUTANT", "UPWELL_RUN"}
)


class Settings(BaseModel):
    """Every setting with its default; the description is what `upwell config` prints."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)

    broker: str | None = Field(None, description="kafka://host:port; not set: the embedded log")
    dir: Path = Field(Path("upwell-data"), description="where the log and the tables live")
    delay: float = Field(1.0, ge=0, description="least seconds between requests to a host")
    max_pages: int = Field(10_000, ge=1, description="answers after which a crawl ends")
    max_queries: int = Field(2_000, ge=0, description="queries after which a crawl ends")
    allow: list[str] = Field(
        [], description="[HOST=]CIDR[:PORT] that may be asked though not public"
    )
    patience: float = Field(
        600.0, ge=0, description="seconds a crawl waits for a site that does not answer"
    )
    contact: str | None = Field(None, description="whom a site may write to")
    watch: bool = Field(False, description="visit pages again when the harvest has ended")
    revisits: float = Field(
        360.0, gt=0, description="requests an hour that visit pages again, while watching"
    )
    seed: int = Field(0, description="of every random choice")
    roles: list[str] = Field(list(ROLES), description="the parts a worker runs")
    probes: int = Field(100, ge=0, description="dictionary words asked first (THOR IV)")
    nonsense: int = Field(10, ge=0, description="nonsense words asked first (THOR IV)")
    overhead: float = Field(1.0, ge=0, description="price of a request, in return limits (TXT)")
    least_new: float = Field(
        0.05, ge=0, description="new objects that a request has to promise; less ends a crawl"
    )
    coverage: float | None = Field(
        None, gt=0, lt=1, description="share of the source, by estimate, at which a crawl ends"
    )
    barren: int = Field(
        50, ge=1, description="questions in a row without a new object, after which none is asked"
    )
    pages_per_query: int | None = Field(
        None, ge=1, description="pages of one answer at most; not set: as many as pay"
    )
    browse: bool = Field(True, description="follow lists before anything is asked")
    browse_only: bool = Field(False, description="follow lists and ask nothing")
    barren_links: int = Field(
        20, ge=1, description="pages in a row opened for a list that brought nothing new"
    )
    failures: int = Field(
        5, ge=1, description="failed requests in a row, after which a site is left alone"
    )
    language: str = Field(
        "", description="of the dictionary words, as en; not set: what the site says of itself"
    )
    cookies: Path | None = Field(
        None, description="a Netscape cookie file; its cookies go to the site's owner alone"
    )
    header: list[str] = Field(
        [], description="headers as 'Name: value', sent to the site's owner alone"
    )
    proxy: str = Field("", description="http://host:port that requests go through")
    ignore_robots: list[str] = Field(
        [], description="hosts, with their port or without, whose robots.txt is left aside"
    )
    allow_post: str = Field(
        "",
        description="form sent by POST: its place in `upwell forms URL`, or URL#PLACE of a page",
    )
    template: str = Field(
        "", description="URL with {query} where the words go; not set: what the site offers"
    )
    parser: Engine = Field("lxml", description="what builds the trees: lxml, or lexbor (fast)")
    kafka_tls: bool = Field(
        False, description="speak TLS with the brokers, and verify their host names"
    )
    kafka_ca: Path | None = Field(
        None, description="PEM file of the authorities trusted; not set: the machine's own"
    )
    kafka_certificate: Path | None = Field(
        None, description="PEM file by which we show ourselves to the brokers"
    )
    kafka_key: Path | None = Field(None, description="PEM file of the certificate's key")
    kafka_mechanism: Literal["", "PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"] = Field(
        "", description="of SASL: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER"
    )
    kafka_user: str = Field("", description="name of PLAIN and SCRAM")
    kafka_password: str = Field("", description="password of PLAIN and SCRAM; better in a file")
    kafka_password_file: Path | None = Field(None, description="file that holds the password")
    kafka_token: str = Field("", description="module:function that returns a token of OAUTHBEARER")
    kafka_replication: int | None = Field(
        None, ge=1, description="replicas of topics that are made; not set: the cluster's default"
    )
    kafka_min_insync: int | None = Field(
        None, ge=1, description="replicas that have to acknowledge; not set: the cluster's default"
    )
    query_log: Path | None = Field(
        None, description="file of queries, or of query, URL and clicks, to ask where they pay"
    )
    entities: Path | None = Field(
        None, description="file of type and name, of which a site is asked those that fit it"
    )
    select: Selection = Field(
        "adaptive",
        description="how words are chosen: adaptive, random, popular, cluster, packing or cover",
    )
    details: Literal["no", "sample", "all"] = Field(
        "sample",
        description="own pages of objects: none; all, where a sample says more than rows; or all",
    )
    prevalence: Literal["paper", "shared"] = Field(
        "shared", description="how URL arguments are judged: shared values, or ENT's threshold"
    )
    log_level: Level = Field(
        "warning", description="least that is logged: debug, info, warning, error"
    )

    @field_validator("broker")
    @classmethod
    def _broker(cls, value: str | None) -> str | None:
        if value:
            try:
                parse_address(value)
            except ConfigError as error:
                raise ValueError(str(error)) from None
        return value

    @field_validator("allow_post", mode="before")
    @classmethod
    def _allow_post(cls, value: object) -> str:
        consented(str(value))
        return str(value)

    @field_validator("allow")
    @classmethod
    def _networks(cls, value: list[str]) -> list[str]:
        for text in value:
            try:
                allowed([text])
            except ConfigError:
                raise ValueError(
                    f"{text!r} is not a network such as 127.0.0.0/8, nor HOST=NETWORK:PORT"
                ) from None
        return value

    @field_validator("template")
    @classmethod
    def _asks(cls, value: str) -> str:
        if value and (not value.startswith(("http://", "https://")) or value.count("{query}") != 1):
            raise ValueError("write a whole URL with {query} once, as https://a.example/?q={query}")
        return value

    @field_validator("roles")
    @classmethod
    def _roles(cls, value: list[str]) -> list[str]:
        for role in value:
            if role not in ROLES:
                raise ValueError(f"there is no role {role!r}; there are {', '.join(ROLES)}")
        return value


SECRET = frozenset({"header", "proxy", "kafka_password"})  # whose values are not shown
OF_THE_PROCESS = "kafka_"  # settings that no flag names
SET = "set"  # the flag whose values name settings themselves
_LISTS = frozenset({"allow", "roles", "header", "ignore_robots"})
SITE_SETTINGS = frozenset(
    {"delay", "max_pages", "max_queries", "watch", "seed", "probes", "nonsense", "overhead"}
    | {"least_new", "coverage", "barren", "pages_per_query", "failures", "language"}
    | {"browse", "browse_only", "barren_links", "template"}
    | {"cookies", "header", "proxy", "allow_post", "revisits", "query_log", "entities"}
    | {"select", "prevalence", "details"}
)


class Setting(NamedTuple):
    """A value and where it came from, in words for people."""

    value: Any
    origin: str


def resolve(
    flags: Mapping[str, Any] | None = None,
    *,
    site: str | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> dict[str, Setting]:
    """Every setting with its origin.

    Parameters
    ----------
    flags
        What the command line says; None means that it says nothing.
    site
        Authority of a site, whose section of the file then counts as well.
    environment, folder
        Where to look; the process's own by default.

    Raises
    ------
    ConfigError
        An unknown name, a value that does not fit, or a file that cannot be read.

    Examples
    --------
    >>> found = resolve({"delay": 0.0}, environment={"UPWELL_SEED": "7"}, folder=Path("/nowhere"))
    >>> found["delay"], found["seed"], found["probes"].origin
    (Setting(value=0.0, origin='--delay'), Setting(value=7, origin='UPWELL_SEED'), 'default')
    """
    given: dict[str, Setting] = {}
    given |= _file((folder or Path.cwd()) / FILE, site)
    given |= _variables(os.environ if environment is None else environment)
    given |= _flags(flags or {})
    checked = _checked(given)
    return {
        name: Setting(getattr(checked, name), given[name].origin if name in given else "default")
        for name in Settings.model_fields
    }


def settings(found: Mapping[str, Setting]) -> Settings:
    """The values alone, as an object.

    >>> settings(resolve(environment={}, folder=Path("/nowhere"))).delay
    1.0
    """
    return Settings(**{name: setting.value for name, setting in found.items()})


def _flags(flags: Mapping[str, Any]) -> dict[str, Setting]:
    said = {name: value for name, value in flags.items() if value is not None}
    named = _named(said.pop(SET, []))
    return named | {
        _require_known(name, _flag(name), Settings.model_fields, _flag): Setting(value, _flag(name))
        for name, value in said.items()
    }


def _named(pairs: Collection[str]) -> dict[str, Setting]:
    """What `--set NAME=VALUE` says."""
    out: dict[str, Setting] = {}
    for pair in pairs:
        if is_pin(pair):
            continue  # `upwell.pinned` reads these, and the tables of a site's section
        name, sign, text = pair.partition("=")
        if not sign:
            raise ConfigError(f"--set {pair}: write it as NAME=VALUE")
        known = _require_known(name.strip(), f"--set {name}", Settings.model_fields, str)
        if known.startswith(OF_THE_PROCESS):
            raise ConfigError(
                f"--set {known}: lists of processes would show it; write it in {FILE}, or say "
                f"{_variable(known)}"
            )
        out[known] = Setting(_parts(text) if known in _LISTS else text, f"--set {known}")
    return out


def _variables(environment: Mapping[str, str]) -> dict[str, Setting]:
    out: dict[str, Setting] = {}
    for variable, text in sorted(environment.items()):
        if not variable.startswith(PREFIX) or variable in _OTHER_VARIABLES:
            continue
        name = variable.removeprefix(PREFIX).lower()
        _require_known(name, variable, Settings.model_fields, _variable)
        out[name] = Setting(_parts(text) if name in _LISTS else text, variable)
    return out


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _file(path: Path, site: str | None) -> dict[str, Setting]:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    table.pop("feed", None)  # `upwell.feeds` reads these sections
    sections = table.pop("site", {})
    if not isinstance(sections, dict) or not all(isinstance(s, dict) for s in sections.values()):
        raise ConfigError(f'{path}: a site has a section of its own: [site."shop.example"]')
    out = _section(table, FILE, Settings.model_fields)
    for host, section in sections.items():
        own = _site_section(section, f'{FILE} [site."{host}"]')
        _checked(own)
        out |= own if host == site else {}
    return out


def _site_section(table: Mapping[str, Any], origin: str) -> dict[str, Setting]:
    table = {name: value for name, value in table.items() if not isinstance(value, dict)}
    for name in table:
        if name in Settings.model_fields and name not in SITE_SETTINGS:
            raise ConfigError(
                f"{name} in {origin}: it is no setting of one site; write it above the sections"
            )
    return _section(table, origin, SITE_SETTINGS)


def _section(table: Mapping[str, Any], origin: str, names: Collection[str]) -> dict[str, Setting]:
    return {
        _require_known(name, f"{name} in {origin}", names, str): Setting(value, origin)
        for name, value in table.items()
    }


def _require_known(
    name: str, shown: str, names: Collection[str], spelled: Callable[[str], str]
) -> str:
    """A known setting by its name; an unknown one is a ConfigError that names the nearest."""
    if name in names:
        return name
    nearest = extractOne(name, sorted(names))
    raise ConfigError(f"unknown setting {shown}; the nearest is {spelled(nearest[0])}")


def _checked(given: Mapping[str, Setting]) -> Settings:
    try:
        return Settings(**{name: setting.value for name, setting in given.items()})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        found = given[name]
        raise ConfigError(
            f"{name} = {masked(name, _shown(found.value))} (from {found.origin}): "
            f"{_reason(first['msg'])}"
        ) from error


def masked(name: str, value: Any) -> Any:
    """A value as it may be shown: of a secret one only that it is there.

    >>> masked("proxy", "http://me:secret@one:3128"), masked("proxy", ""), masked("seed", 7)
    ('***', '', 7)
    """
    return "***" if name in SECRET and value else value


def sections(folder: Path | None = None) -> list[str]:
    """The sites that have a section of their own in the file."""
    try:
        table = tomllib.loads(((folder or Path.cwd()) / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return []
    found = table.get("site", {})
    return list(found) if isinstance(found, dict) else []


def _shown(value: Any) -> str:
    return repr(without_secrets(value) if isinstance(value, str) else value)


def _reason(message: str) -> str:
    """What pydantic says, in the middle of a sentence."""
    said = message.removeprefix("Value error, ")
    return said[:1].lower() + said[1:]


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _variable(name: str) -> str:
    return PREFIX + name.upper()
