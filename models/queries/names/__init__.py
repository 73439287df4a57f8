"""Names and queries from outside a site: lists of entities, logs of queries (ENT 4)."""

from .lists import NameLists
from .mentions import Mentions, mentions
from .reading import LOG, cleaned_log, sampled, typed_names

__all__ = ["LOG", "Mentions", "NameLists", "cleaned_log", "mentions", "sampled", "typed_names"]
