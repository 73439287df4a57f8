"""What plan says of its requests, beside what the log says of them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from upwell.agents.plan.state import Head
from upwell.models.frontier.numbers import Ledger
from upwell.streams.codecs import decode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.records import Finding, Request
from upwell.streams.topics import FINDINGS, REQUESTS

from .tables import heads, recovered


class Account(NamedTuple):
    """Requests of one site, as of plan's stored head."""

    issued: int
    outstanding: set[int]  # open in plan's ledger
    unanswered: set[int]  # issued, without a finding among those that plan has handled
    not_sent: set[int]  # issued, and not on the log


async def accounts(log: EmbeddedLog) -> list[Account]:
    """One account a site; none before plan has handled anything."""
    sent = [decode(entry.value) for entry in await log.scan(REQUESTS)]
    found = [decode(entry.value) for entry in await log.scan(FINDINGS)]
    out = []
    for site, head in heads(await recovered(log, "plan")).items():
        plan = msgspec.msgpack.decode(head.user or b"", type=Head)
        ledger = Ledger.decode(plan.ledger)
        issued = set(range(1, ledger.issued + 1))
        requested = {r.number for r in sent if isinstance(r, Request) and r.site == site}
        answered = {
            finding.number
            for finding in found
            if isinstance(finding, Finding)
            and finding.site == site
            and finding.seq <= head.received.get(site, 0)
            and not finding.again
        }
        out.append(
            Account(
                issued=ledger.issued,
                outstanding=set(ledger.open_numbers()),
                unanswered=issued - answered,
                not_sent=issued - requested,
            )
        )
    return out
