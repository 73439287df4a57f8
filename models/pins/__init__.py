"""Pins: what an operator says of a site in place of what was learned. One value, checked once."""

from .pin import (
    LEARNED,
    VERBS,
    Pin,
    effective_pins,
    is_pin,
    merged_pins,
    parse_pin_setting,
    parse_pins,
    pins_text,
)
from .pins import NO_PINS, Pins, is_place, pins_of

__all__ = [
    "LEARNED",
    "NO_PINS",
    "VERBS",
    "Pin",
    "Pins",
    "effective_pins",
    "is_pin",
    "is_place",
    "merged_pins",
    "parse_pin_setting",
    "parse_pins",
    "pins_of",
    "pins_text",
]
