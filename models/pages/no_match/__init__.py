"""The page for a question without a match: how a site says that there is none (ENT 5)."""

from .learner import EmptyPages, EmptyParams
from .verdict import EmptyModel, Verdict
from .wording import Wording, places_of, terms_of, wording

__all__ = [
    "EmptyModel",
    "EmptyPages",
    "EmptyParams",
    "Verdict",
    "Wording",
    "places_of",
    "terms_of",
    "wording",
]
