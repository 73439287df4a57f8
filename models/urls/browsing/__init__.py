"""Links that a crawler without a question may open, and what they may lead to."""

from .listing import folder_class, link_class, says_list, type_class

__all__ = ["folder_class", "link_class", "says_list", "type_class"]
