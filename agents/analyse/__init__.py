"""Analyse: read each page with the site's standing model, learn from it, publish when due."""

from .reducer import ANALYSE, analyse_agent, reduce

__all__ = ["ANALYSE", "analyse_agent", "reduce"]
