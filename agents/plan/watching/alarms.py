"""Alarms of field health: on the site's record, and told once as an event of the site."""

from __future__ import annotations

import msgspec
import xxhash

from upwell.agents.reducer import Send
from upwell.streams.records import Alarm, Change
from upwell.streams.sinks.lines import HEALTH

from ..params import ALARMS
from ..state import Plan


def raise_alarm(plan: Plan, alarm: Alarm) -> list[Send]:
    """Number it, remember it among the last ones, and tell it.

    Its event has an id of the site's own and the alarm's number as version, so that it is told
    once however often it is sent.
    """
    number = plan.alarms[-1].number + 1 if plan.alarms else 1
    numbered = msgspec.structs.replace(alarm, number=number)
    plan.alarms = [*plan.alarms, numbered][-ALARMS:]
    plan.changed.add("alarms")
    id_ = f"{xxhash.xxh3_64_intdigest(f'{HEALTH} {plan.site}'.encode()):016x}"
    change = Change(
        id=id_,
        version=number,
        event=HEALTH,
        site=plan.site,
        url=numbered.first_bad.url or plan.head.url,
        page_url=numbered.first_bad.url or plan.head.url,
        text=numbered.text,
        seen_at=numbered.at,
        fields={fall.name: f"{fall.after:.3f}" for fall in numbered.falls},
        before={fall.name: f"{fall.before:.3f}" for fall in numbered.falls},
        evidence={
            "kind": numbered.kind,
            "last_good": [numbered.last_good.number, numbered.last_good.url],
            "first_bad": [numbered.first_bad.number, numbered.first_bad.url],
            "pages": {fall.name: [fall.n_before, fall.n_after] for fall in numbered.falls},
        },
    )
    return [Send("changes", id_, change)]
