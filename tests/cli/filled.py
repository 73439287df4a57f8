"""Logs with known records, what stands on them, and commands run as from a shell."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from upwell.cli.main import run
from upwell.streams.codecs import compress, decode, encode
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Outgoing
from upwell.streams.records import (
    AnyRecord,
    Change,
    DeadLetter,
    Finding,
    ModelPublished,
    Page,
    SiteStatus,
)
from upwell.streams.topics import CHANGES, DEAD_LETTERS, FINDINGS, MODELS, PAGES, SITES

SITE = "library.example"


def page(number: int, **more: Any) -> Page:
    url = f"http://{SITE}/find?q={number}"
    return Page(
        site=SITE, number=number, low=1, url=url, final_url=url, reason="query",
        outcome="ok", fetched_at=1.0, body=compress(b"<p>otters " * 9), **more,
    )  # fmt: skip


def change(id_: str, version: int, event: str = "new", site: str = SITE) -> Change:
    return Change(
        id=id_, version=version, event=event, site=site, page_url=f"http://{site}/", seen_at=2.0,
        text=f"{id_} in version {version}", fields={"price": f"{version}.50 €"},
    )  # fmt: skip


def status(site: str = SITE, phase: str = "harvest", **more: Any) -> SiteStatus:
    return SiteStatus(site=site, url=f"http://{site}/", settings={}, phase=phase, **more)


def model(version: int, site: str = SITE, body: bytes = b"{}") -> ModelPublished:
    return ModelPublished(site=site, version=version, n_pages=20, body=body)


def finding(number: int, **more: Any) -> Finding:
    url = f"http://{SITE}/find?q={number}"
    return Finding(
        site=SITE, seq=number, number=number, url=url, final_url=url, reason="query",
        outcome="ok", at=2.0, **more,
    )  # fmt: skip


def letter(
    record: AnyRecord | bytes, offset: int, reason: str = "ValueError: no page"
) -> DeadLetter:
    return DeadLetter(
        topic=PAGES, partition=0, offset=offset, key=SITE.encode(), reason=reason, at=60.0,
        value=record if isinstance(record, bytes) else encode(record), trace="Traceback: here",
    )  # fmt: skip


_PLACES: dict[type, tuple[str, str]] = {
    Page: (PAGES, "site"),
    Change: (CHANGES, "id"),
    Finding: (FINDINGS, "site"),
    SiteStatus: (SITES, "site"),
    ModelPublished: (MODELS, "site"),
    DeadLetter: (DEAD_LETTERS, "topic"),
}


def fill(url: str, records: Sequence[AnyRecord]) -> None:
    """Append records where they belong."""

    async def append() -> None:
        log = open_log(url)
        await log.open()
        places = [(record, *_PLACES[type(record)]) for record in records]
        await log.append(
            [Outgoing(topic, getattr(r, key).encode(), encode(r)) for r, topic, key in places]
        )
        await log.close()

    asyncio.run(append())


def values(url: str, topic: str) -> list[bytes | None]:
    """Every value of a topic, as it stands there."""

    async def scan() -> list[bytes | None]:
        log = open_log(url)
        await log.open()
        try:
            return [entry.value for entry in await log.scan(topic)]
        finally:
            await log.close()

    return asyncio.run(scan())


def stands(url: str, topic: str) -> list[AnyRecord]:
    """Every record of a topic."""
    return [decode(value) for value in values(url, topic)]


class Shell:
    """Commands on one log: what they print, and that they end well."""

    def __init__(self, url: str, capsys: pytest.CaptureFixture[str]) -> None:
        self._url = url
        self._capsys = capsys

    def __call__(self, *arguments: str) -> list[str]:
        """Lines of stdout."""
        code = run([*arguments, "--broker", self._url])
        out, err = self._capsys.readouterr()
        assert 0 == code, err
        return str(out).splitlines()

    def json(self, *arguments: str) -> list[dict[str, Any]]:
        """Objects, one a line."""
        return [json.loads(line) for line in self(*arguments)]
