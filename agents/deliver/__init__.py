"""Deliver: one consumer of the log per sink."""

from .service import Deliver

__all__ = ["Deliver"]
