"""Columns that identify an object, as the operator says."""

from __future__ import annotations

import msgspec

from ...objects.identity_table import IdentityRule
from ...pins import Pins


def with_keys(rule: IdentityRule, pins: Pins) -> IdentityRule:
    """The rule with the pinned columns, by the names that they are called by."""
    keys, refused = _called(pins, "pin"), _called(pins, "never")
    if not keys and not refused:
        return rule
    return msgspec.structs.replace(rule, keys=keys, refused=refused)


def _called(pins: Pins, verb: str) -> tuple[str, ...]:
    return tuple(pins.column_name(name) or name for name in sorted(pins.names("key", verb)))
