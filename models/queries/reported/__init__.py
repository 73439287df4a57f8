"""How many matches a page says there are: the size of an answer (TXT 2.4), learned as a place."""

from .numbers import StatedNumber, stated_numbers
from .places import ReportedPlaces

__all__ = ["ReportedPlaces", "StatedNumber", "stated_numbers"]
