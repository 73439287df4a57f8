"""What a guest may ask: whose a page is, which addresses act, which forms are never sent."""

from .acting import acts, is_private
from .beside import beside_records
from .forms import does, why_never
from .left_alone import is_left_alone, signs
from .owner import belongs, owner_of, same_owner

__all__ = [
    "acts",
    "belongs",
    "beside_records",
    "does",
    "is_left_alone",
    "is_private",
    "owner_of",
    "same_owner",
    "signs",
    "why_never",
]
