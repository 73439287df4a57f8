"""Pins that nothing of a site fits, as far as its pages have shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pagelets.fields.hidden_fields import STATED
from ...pagelets.fields.naming import RESERVED
from ...pins import Pin, is_place

if TYPE_CHECKING:
    from ..model import SiteModel


def idle_pins(model: SiteModel) -> list[str]:
    """The full names of pins that fit nothing."""
    columns = {column["name"] for column in model.columns.described()} | {*RESERVED}
    return [pin.full_name for pin in model.pins.all if _is_idle(model, pin, columns)]


def _is_idle(model: SiteModel, pin: Pin, columns: set[str]) -> bool:
    if pin.what in ("column", "key"):
        return pin.name not in columns and not pin.name.startswith(STATED)
    if pin.what == "region":
        return not is_place(pin.name) or int(pin.name, 16) not in model.pagelets.met
    return pin.what == "kind" and pin.name not in model.pinned_kinds
