"""The log that a command talks to, and its latest words on each site."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rapidfuzz.process import extractOne

from upwell.config import resolve
from upwell.errors import ConfigError, RecordError, StoreError, UsageError
from upwell.models.urls.canonical import site_of
from upwell.streams.codecs import decode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Log
from upwell.streams.sinks.sqlite import FILE

if TYPE_CHECKING:
    from upwell.streams.log.kafka import KafkaLog

Dir = Annotated[
    Path | None,
    typer.Option("-d", "--dir", metavar="DIR", help="State and log; by default ./upwell-data."),
]
Broker = Annotated[
    str | None,
    typer.Option("--broker", metavar="URL", help="kafka://host:port instead of the embedded log."),
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CIDR | HOST=CIDR:PORT",
        help="Let the sites named into this address range, on their ports; or one host.",
    ),
]
IgnoreRobots = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore-robots",
        metavar="HOST",
        help="Leave robots.txt of this host aside; every other is kept to. Ask its owner first.",
    ),
]
Contact = Annotated[
    str | None,
    typer.Option(metavar="WHO", help="Who crawls: a mail address or URL, sent to the site."),
]
MaxPages = Annotated[int | None, typer.Option(min=1, help="Stop after this many answers.")]
MaxQueries = Annotated[int | None, typer.Option(min=1, help="Ask at most this many queries.")]
Coverage = Annotated[
    float | None,
    typer.Option(
        metavar="X",
        min=0.0,
        max=1.0,
        help="Stop when this share of the source was seen, by estimate: .98",
    ),
]
Select = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="How words are chosen: adaptive, or random, popular, cluster, packing, cover (TXT).",
    ),
]
JudgeBy = Annotated[
    str | None,
    typer.Option(
        "--prevalence",
        metavar="NAME",
        help="How URL arguments are judged: shared (values), or paper (ENT's threshold).",
    ),
]
Delay = Annotated[
    float | None, typer.Option(min=0.0, help="Seconds between two requests to a host.")
]
Details = Annotated[
    str | None,
    typer.Option(
        "--details",
        metavar="no|sample|all",
        help="Open the own pages of objects: none; a sample, and all where those say more than "
        "rows do; or all.",
    ),
]
Template = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="How the site is asked, where no form says it: https://a.example/?q={query}",
    ),
]
Cookies = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A Netscape cookie file, as browsers export a log-in."),
]
Header = Annotated[
    list[str] | None,
    typer.Option(metavar="'NAME: VALUE'", help="Sent to the site's owner alone."),
]
Proxy = Annotated[
    str | None,
    typer.Option(metavar="URL", help="http://host:port; else HTTP_PROXY, HTTPS_PROXY, NO_PROXY."),
]
AllowPost = Annotated[
    str | None,
    typer.Option(
        metavar="FORM",
        help="Send this form by POST: its `place` in what `upwell forms URL` prints; URL#PLACE "
        "where it stands on another page than the one that is crawled.",
    ),
]
Named = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Any setting that `upwell config` lists."),
]
BrowseOnly = Annotated[
    bool, typer.Option("--browse-only", help="Follow the site's lists and ask nothing.")
]
NoBrowse = Annotated[
    bool, typer.Option("--no-browse", help="Ask at once, and follow no list but answers.")
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch",
        help="Then visit again what was found, by how often it changes; with --query, or at the "
        "address of an answer, watch that search and nothing else.",
    ),
]


def browsing(browse_only: bool, no_browse: bool) -> dict[str, Any]:
    """The settings that the two flags stand for.

    >>> browsing(True, False), browsing(False, False)
    ({'browse_only': True, 'browse': None}, {'browse_only': None, 'browse': None})
    """
    if browse_only and no_browse:
        raise UsageError("--browse-only and --no-browse exclude each other")
    return {"browse_only": browse_only or None, "browse": False if no_browse else None}


def site_named(url: str) -> str:
    """The site of a URL from the command line.

    >>> site_named("https://Shop.example/search")
    'shop.example'
    >>> site_named("shop.example")
    Traceback (most recent call last):
    ...
    upwell.errors.UsageError: shop.example is no URL: write it out, as in https://shop.example/
    >>> site_named("127.0.0.1:8080")
    Traceback (most recent call last):
    ...
    upwell.errors.UsageError: 127.0.0.1:8080 is no URL: write it out, as in https://127.0.0.1:8080/
    >>> site_named("file:///srv/pages")
    Traceback (most recent call last):
    ...
    upwell.errors.UsageError: file:///srv/pages is no site; saved pages are read by `upwell analyse`
    """
    site = site_of(url) if url.startswith(("http://", "https://")) else ""
    if not site:
        scheme, mark, rest = url.partition("://")
        if scheme == "file" or (not mark and Path(url).exists()):
            raise UsageError(f"{url} is no site; saved pages are read by `upwell analyse`")
        host = (rest if mark else url).strip("/") or "shop.example"
        raise UsageError(f"{url} is no URL: write it out, as in https://{host}/")
    return site


def broker_url(directory: Path | None, broker: str | None, *, must_exist: bool = False) -> str:
    """The URL of the log, from flags and settings."""
    known = resolve({"dir": directory, "broker": broker})
    if known["broker"].value:
        return str(known["broker"].value)
    folder = Path(known["dir"].value).resolve()
    if must_exist and not (folder / "log.sqlite").exists():
        if (folder / FILE).exists():
            raise ConfigError(f"{folder} is of a worker on a broker; say which with --broker URL")
        raise ConfigError(f"there is no crawl in {folder}; name its folder with --dir")
    return f"upwell://{folder}"


@contextmanager
def exclusive(directory: Path) -> Iterator[None]:
    """The folder of a crawl without a worker on it; a worker that runs there is a ConfigError."""
    lock = WorkerLock(directory)
    try:
        lock.acquire()
    except StoreError as error:
        raise ConfigError(str(error)) from None
    try:
        yield
    finally:
        lock.release()


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[EmbeddedLog | KafkaLog]:
    """The log, open."""
    log = open_log(url)
    await log.open()
    try:
        yield log
    finally:
        await log.close()


async def latest(log: Log, topic: str) -> dict[str, Any]:
    """The newest record of each key of a compacted topic."""
    found: dict[str, Any] = {}
    for entry in await log.scan(topic):
        key = entry.key.decode("utf-8", "replace")
        if entry.value is None:
            found.pop(key, None)
        else:
            with suppress(RecordError):  # its reader makes a dead letter of it
                found[key] = decode(entry.value)
    return found


def known_site(site: str, known: Collection[str]) -> str:
    """The site as the log calls it; an unknown one is an error that tells the nearest.

    >>> known_site("https://shop.example/", ["shop.example"])
    'shop.example'
    >>> known_site("shop.exmple", ["shop.example"])
    Traceback (most recent call last):
    ...
    upwell.errors.ConfigError: no site is called 'shop.exmple'; the nearest is shop.example
    """
    if site in known:
        return site
    if (named := site_of(site)) in known:
        return named
    nearest = extractOne(site, sorted(known))
    hint = f"the nearest is {nearest[0]}" if nearest else "there is none yet"
    raise ConfigError(f"no site is called {site!r}; {hint}")
