"""The account of a site from its log: what was asked, what came back, and what the pages show."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from upwell.errors import RecordError
from upwell.models.tree.parse import parse
from upwell.streams.codecs import decode, decompress
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.follow import Follow
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.records import AnyRecord, Change, Finding, Page, Request, SiteStatus
from upwell.streams.topics import CHANGES, FINDINGS, PAGES, REQUESTS

from ..params import STORED_BYTES
from .account import Account
from .reasons import of_answer


async def account_of(log: EmbeddedLog | KafkaLog, status: SiteStatus) -> Account:
    """Everything that the log still says of a site; what retention took was met and is not told.

    Nothing is kept of it: whoever asks again, also after a death, counts the same anew.
    """
    account, site = Account(status), status.site
    async for record in _records(log, REQUESTS):
        if isinstance(record, Request) and record.site == site:
            account.issue(record.url)
    async for record in _records(log, FINDINGS):
        if isinstance(record, Finding) and record.site == site and not _is_gone(record):
            account.answer(record.url, of_answer(record.outcome, record.came_back))
            account.answer(record.final_url, of_answer(record.outcome, record.came_back))
            refined = [link.url for link in record.links if link.role == "second_level"]
            if refined and record.query is not None:
                account.refine(record.final_url, record.query, refined)
    async for record in _records(log, CHANGES):
        if isinstance(record, Change) and record.site == site and record.url:
            account.objects.add(record.url)
    async for record in _records(log, PAGES):
        if isinstance(record, Page) and record.site == site and record.outcome == "ok":
            await asyncio.to_thread(_show, account, record)
    return account


def _is_gone(finding: Finding) -> bool:
    """Whether a finding only says that an earlier page could not be read once more."""
    return finding.again and finding.outcome == "expired"


def _show(account: Account, page: Page) -> None:
    with suppress(RecordError):
        body = decompress(page.body, STORED_BYTES)
        tree = parse(body, page.headers.get("content-type", ""), page.final_url)
        account.show(tree, page.final_url)


async def _records(log: EmbeddedLog | KafkaLog, topic: str) -> AsyncIterator[AnyRecord]:
    async for entries in Follow(log, topic).news():
        for entry in entries:
            with suppress(RecordError):
                if entry.value is not None:
                    yield decode(entry.value)
