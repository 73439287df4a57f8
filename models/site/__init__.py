"""The model of one site: fold what pages teach, publish it, read pages with it."""

from .batch import SavedPage, analyse
from .delta import Delta
from .model import SiteModel
from .observation import Observation, observe
from .reading import Reading, ReadObject, ReadPagelet
from .render_reading import read_alone
from .sampling import SampleParams
from .site import Site
from .state import SiteState

__all__ = [
    "Delta",
    "Observation",
    "ReadObject",
    "ReadPagelet",
    "Reading",
    "SampleParams",
    "SavedPage",
    "Site",
    "SiteModel",
    "SiteState",
    "analyse",
    "observe",
    "read_alone",
]
