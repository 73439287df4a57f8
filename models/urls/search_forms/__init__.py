"""How a site says that it is asked: forms, their query field, OpenSearch (ENT 3)."""

from .forms import judge, search_forms

__all__ = ["judge", "search_forms"]
