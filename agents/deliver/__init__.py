"""Deliver: one consumer of the log per sink, and a follower per stream."""

from .service import Deliver
from .through import Through

__all__ = ["Deliver", "Through"]
