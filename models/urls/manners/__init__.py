"""What a guest may ask: whose a page is, which addresses act, which forms are never sent."""

from .acting import acts, is_private
from .avoided_links import is_avoided, sign_only_links
from .forms import does, why_never
from .owner import belongs, owner_of, same_owner
from .record_actions import record_action_links

__all__ = [
    "acts",
    "belongs",
    "does",
    "is_avoided",
    "is_private",
    "owner_of",
    "record_action_links",
    "same_owner",
    "sign_only_links",
    "why_never",
]
