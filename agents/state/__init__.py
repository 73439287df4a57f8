"""The state of one key: a head that is the commit point, and parts it names by version."""

from .head import Head
from .mark import stamp, unstamp
from .numbers import Numbers
from .stored import opening
from .view import KeyView
from .views import Table, Views

__all__ = ["Head", "KeyView", "Numbers", "Table", "Views", "opening", "stamp", "unstamp"]
