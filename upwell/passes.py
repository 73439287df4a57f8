"""What is brought along to sites, from flags, environment and `upwell.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from upwell.errors import ConfigError
from upwell.models.urls.canonical import site_of
from upwell.models.urls.manners import same_owner
from upwell.streams.web.agent import is_loopback
from upwell.streams.web.passes import Pass, Passes, read_cookies, read_header, read_proxy

from .config import resolve, sections, settings


def passes_of(flags: Mapping[str, Any], urls: Iterable[str]) -> Passes:
    """The passes of the sites that a command names; of none, of all that the file has.

    Raises
    ------
    ConfigError
        A cookie file, a header or a proxy is none; or a header is given for sites of several
        owners, so that one would get what is meant for another.
    """
    homes = list(urls)
    for other in homes[1:]:
        if flags.get("header") and not same_owner(other, homes[0]):
            raise ConfigError(
                "--header would go to sites of several owners: write it in upwell.toml, in the"
                f' section [site."{site_of(homes[0])}"]'
            )
    homes = homes or [_home(site) for site in sections()]
    return Passes([_pass(flags, home) for home in homes])


def _pass(flags: Mapping[str, Any], home: str) -> Pass:
    given = {name: flags.get(name) for name in ("cookies", "header", "proxy")}
    known = settings(resolve(given, site=site_of(home)))
    return Pass(
        home,
        read_cookies(known.cookies) if known.cookies else (),
        tuple(map(read_header, known.header)),
        read_proxy(known.proxy) if known.proxy else "",
    )


def _home(site: str) -> str:
    """A URL of a site of which only the authority is known: the safe scheme, but at home."""
    host = site.rpartition(":")[0] or site
    return f"{'http' if is_loopback(host) else 'https'}://{site}/"
