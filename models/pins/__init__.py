"""Pins: what an operator says of a site in place of what was learned. One value, checked once."""

from .pin import LEARNED, VERBS, Pin, is_pin, last_said, merged, parsed, parsed_pair, text_of
from .pins import NO_PINS, Pins, is_place, pins_of

__all__ = [
    "LEARNED",
    "NO_PINS",
    "VERBS",
    "Pin",
    "Pins",
    "is_pin",
    "is_place",
    "last_said",
    "merged",
    "parsed",
    "parsed_pair",
    "pins_of",
    "text_of",
]
