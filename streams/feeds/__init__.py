"""Feeds: where changes go, each by a filter of its own and with a position of its own."""

from .events import Event, EventFilter
from .port import Clock, Destination, Failed, Refused, SystemClock

__all__ = ["Clock", "Destination", "Event", "EventFilter", "Failed", "Refused", "SystemClock"]
