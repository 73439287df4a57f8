"""Pins that nothing of a site fits, as far as its pages have shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pagelets.fields.hidden_fields import STATED
from ...pagelets.fields.naming import RESERVED

if TYPE_CHECKING:
    from ..model import SiteModel


def idle_pins(model: SiteModel) -> list[str]:
    """The full names of pins that fit nothing."""
    columns = {column["name"] for column in model.columns.described()} | {*RESERVED}
    return [
        pin.full_name
        for pin in model.pins.all
        if pin.what == "column" and pin.name not in columns and not pin.name.startswith(STATED)
    ]
