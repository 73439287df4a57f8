"""Links that a crawler without a question may open, and what they may lead to."""

from .listing import link_class, says_list, type_class

__all__ = ["link_class", "says_list", "type_class"]
