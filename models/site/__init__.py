"""The model of one site: fold what pages teach, publish it, read pages with it."""

from .model import SiteModel, unlearned
from .observation import Observation, observe
from .reading import Reading, ReadObject, ReadPagelet
from .site import SavedPage, Site, analyse
from .state import SiteState

__all__ = [
    "Observation",
    "ReadObject",
    "ReadPagelet",
    "Reading",
    "SavedPage",
    "Site",
    "SiteModel",
    "SiteState",
    "analyse",
    "observe",
    "unlearned",
]
