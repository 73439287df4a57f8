"""What a guest may ask: whose a page is, which addresses act, which forms are never sent."""

from .acting import acts, is_private
from .avoided_links import is_avoided, sign_only_links
from .forms import field_acts, never_sent_because
from .owner import belongs, owner_of, same_owner
from .record_actions import record_action_links

__all__ = [
    "acts",
    "belongs",
    "field_acts",
    "is_avoided",
    "is_private",
    "never_sent_because",
    "owner_of",
    "record_action_links",
    "same_owner",
    "sign_only_links",
]
