"""HTTP as a crawler needs it: polite, bounded, guarded, and never an exception for the web."""

from .agent import require_contact, user_agent
from .client import Limits, Web

__all__ = ["Limits", "Web", "require_contact", "user_agent"]
