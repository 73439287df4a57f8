"""Webhooks: signed requests, one an event or one a digest."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Any

import aiohttp
import msgspec

from upwell.errors import ConfigError

from ..web.guard import ForbiddenAddressError, Guard, GuardedResolver
from .events import Event, EventFilter
from .port import Clock, Failed, Refused, SystemClock
from .signing import headers_of, key_of

ANSWER_BYTES = 64 << 10  # that are read of an answer
NEVER = frozenset({400, 401, 403, 404, 405, 410, 413, 422, 501})  # it understood, and does not want


class Webhook:
    """One address that takes signed JSON.

    Parameters
    ----------
    url
        `http://` or `https://`; a redirect is a failure.
    secrets
        One or more; the first is the newest.
    guard
        Which machines may be reached.
    batch
        1: a request an event, `webhook-id` the event's own; more: `data` is a list.
    """

    def __init__(
        self,
        name: str,
        url: str,
        secrets: Sequence[str],
        chosen: EventFilter,
        guard: Guard,
        *,
        batch: int = 1,
        wait_s: float = 0.0,
        clock: Clock | None = None,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ConfigError(f"feed {name}: {url!r} is no URL; write http:// or https://")
        self.name, self.chosen, self.batch, self.wait_s = name, chosen, batch, wait_s
        self._url = url
        self._keys = [key_of(secret) for secret in secrets]
        self._guard = guard
        self._clock = clock or SystemClock()
        self._session: aiohttp.ClientSession | None = None

    async def open(self) -> None:
        """Open a session whose sockets the guard makes."""
        connector = aiohttp.TCPConnector(
            resolver=GuardedResolver(aiohttp.DefaultResolver(), self._guard),
            socket_factory=self._guard.socket,
            limit=2,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=None),
            headers={"user-agent": "upwell-webhook", "content-type": "application/json"},
            trust_env=False,
        )

    async def send(self, events: Sequence[Event]) -> None:
        """One request; an answer of 2xx takes the events."""
        assert self._session is not None, "open() comes first"
        name, body = self.message(events)
        headers = headers_of(self._keys, name, int(self._clock.now()), body)
        try:
            async with self._session.post(
                self._url, data=body, headers=headers, allow_redirects=False
            ) as answer:
                await answer.content.read(ANSWER_BYTES)
                self._require_taken(answer)
        except ForbiddenAddressError as error:
            raise Refused(str(error)) from error
        except (aiohttp.ClientError, OSError) as error:
            if isinstance(error.__cause__, ForbiddenAddressError):
                raise Refused(str(error.__cause__)) from error
            raise Failed(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def message(self, events: Sequence[Event]) -> tuple[str, bytes]:
        """The id of a request and its body: one event, or a digest of several."""
        if self.batch == 1:
            (event,) = events
            payload: dict[str, Any] = {
                "type": f"object.{event.line['event']}",
                "timestamp": event.at,
                "data": event.body,
            }
            return event.name, msgspec.json.encode(payload)
        names = [event.name for event in events]
        payload = {
            "type": "object.digest",
            "timestamp": max(event.at for event in events),
            "data": [{"webhook_id": event.name, **event.body} for event in events],
        }
        return sha256(" ".join(names).encode()).hexdigest()[:32], msgspec.json.encode(payload)

    def _require_taken(self, answer: aiohttp.ClientResponse) -> None:
        if 200 <= answer.status < 300:
            return
        said = f"it answered {answer.status}"
        if answer.status in NEVER:
            raise Refused(said)
        raise Failed(said, self._retry_after(answer.headers.get("retry-after", "")))

    def _retry_after(self, text: str) -> float:
        if text.strip().isdigit():
            return float(text)
        try:
            return max(0.0, parsedate_to_datetime(text).timestamp() - self._clock.now())
        except (ValueError, TypeError):
            return 0.0
