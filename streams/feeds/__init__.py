"""Feeds: where changes go, each by a filter of its own and with a position of its own."""

from .events import Chosen, Event
from .port import Clock, Failed, Post, Refused, SystemClock

__all__ = ["Chosen", "Clock", "Event", "Failed", "Post", "Refused", "SystemClock"]
