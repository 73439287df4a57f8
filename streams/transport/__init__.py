"""A Faust transport over the embedded log: agents, tables and recovery without a broker."""

from .transport import Transport

__all__ = ["Transport"]
