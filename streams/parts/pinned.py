"""What an operator says of a site, and the names it can be said of; a part of its status."""

from __future__ import annotations

import msgspec

from upwell.models.pins import Pin


class PinStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Pins that hold, and what plan has learned under the names that can be pinned."""

    pins: list[Pin] = []  # whoever said it
    idle: list[str] = []  # names of those that nothing of the site fits so far
    forms: list[tuple[str, bool]] = []  # that may be asked, and whether it is the one that is
    fields: list[tuple[str, bool]] = []  # of the form that is asked; whether it takes the query
    patterns: list[tuple[str, str, int]] = []  # of addresses: list or own, how many were opened
