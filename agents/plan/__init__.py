"""Plan: the life of each site - what to ask next, and why (THOR IV, ENT 4, TXT)."""

from .reducer import PLAN, reduce

__all__ = ["PLAN", "reduce"]
