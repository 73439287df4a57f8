"""Notifications to people, by apprise (extra `notify`): its network schemes alone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, urlsplit

from upwell.errors import ConfigError

from ..web.guard import Guard
from .events import Event, EventFilter
from .port import Failed, Refused

SHOWN = 20  # events whose title a message has; the others are counted

# Services on the network; what talks to this machine (desktops, dbus, syslog, files) is left out.
SCHEMES = frozenset(
    "mailto mailtos discord slack tgram matrix matrixs rocket rockets mmost mmosts msteams ntfy "
    "ntfys gotify gotifys pover pbul signal signals json jsons xml xmls form forms hassio hassios "
    "ifttt twilio sns opsgenie pagerduty zulip gchat googlechat teams workflows".split()
)
# Those whose URL names the machine that is asked; the others have a service of their own.
_NAMING = frozenset(
    "mailto mailtos matrix matrixs rocket rockets mmost mmosts ntfy ntfys gotify gotifys signal "
    "signals json jsons xml xmls form forms hassio hassios".split()
)


class Notify:
    """One address of apprise; a message is a digest of events."""

    def __init__(
        self,
        name: str,
        url: str,
        chosen: EventFilter,
        guard: Guard,
        *,
        batch: int = 100,
        wait_s: float = 60.0,
    ) -> None:
        scheme = url.partition("://")[0].lower()
        if scheme not in SCHEMES:
            raise ConfigError(
                f"feed {name}: {scheme or url!r} is no service on the network that upwell notifies;"
                f" there are {', '.join(sorted(SCHEMES))}"
            )
        self.name, self.chosen, self.batch, self.wait_s = name, chosen, batch, wait_s
        self._url, self._scheme, self._guard = url, scheme, guard
        self._service: Any = None

    async def open(self) -> None:
        """Have apprise understand the URL."""
        try:
            apprise = import_module("apprise")
        except ImportError:
            raise ConfigError(
                "notifications need apprise; install it with: pip install 'upwell[notify]'"
            ) from None
        self._service = apprise.Apprise()
        if not self._service.add(self._url):
            raise ConfigError(
                f"feed {self.name}: apprise does not understand its {self._scheme}:// URL"
            )

    async def send(self, events: Sequence[Event]) -> None:
        """One message; its address is looked at before each."""
        await self._require_allowed()
        title, body = message_of(events)
        # in a thread: apprise waits for its service
        if not await asyncio.to_thread(self._service.notify, body=body, title=title):
            raise Failed(f"apprise could not reach {self._scheme}://")

    async def close(self) -> None: ...

    async def _require_allowed(self) -> None:
        parts = urlsplit(self._url)
        mail = self._scheme.startswith("mailto")
        hosts = {parts.hostname or "", *(parse_qs(parts.query).get("smtp", []) if mail else [])}
        port = 80 if mail else parts.port or (443 if self._scheme.endswith("s") else 80)
        for host in sorted(hosts - {""}) if self._scheme in _NAMING else []:
            for address in await _addresses(host, port):
                if not self._guard.allows(address, port):
                    raise Refused(f"{host} ({address}) is not a public address; --allow permits it")


async def _addresses(host: str, port: int) -> list[str]:
    try:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Failed(f"{host} does not resolve: {error}") from error
    return [str(place[0]) for *_, place in found]


def message_of(events: Sequence[Event]) -> tuple[str, str]:
    """Title and text of one message."""
    if len(events) == 1:
        (event,) = events
        return event.title, f"{event.summary}\n{event.whole['url'] or event.whole['page_url']}"
    lines = [f"{event.title}  {event.whole['url'] or ''}".strip() for event in events[:SHOWN]]
    more = [f"and {len(events) - SHOWN} more"] if len(events) > SHOWN else []
    return f"upwell: {len(events)} events", "\n".join([*lines, *more])
