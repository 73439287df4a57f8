"""Links that a crawler without a question may open, and what they may lead to."""

from .backwards import leads_back
from .listing import link_class, says_list

__all__ = ["leads_back", "link_class", "says_list"]
