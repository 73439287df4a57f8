"""Pagelets: the regions of a page that answer the query, and the objects in them (THOR VI, OBJ)."""

from .analyse import analyse, learn, templates_of
from .columns import Column, Template
from .evidence import PageletEvidence, observe
from .fields import fields
from .learner import LearnerParams, PageletLearner
from .model import PageletModel, decode_model, encode_model
from .naming import NamingParams
from .read import read
from .read_params import ReadParams
from .reading import PageletReading, Region, Span, holder
from .references import References, span_links
from .templates import Templates
from .thor import ThorPagelet, ThorParams, thor_pagelets
from .votes import Vote

__all__ = [
    "Column",
    "LearnerParams",
    "NamingParams",
    "PageletEvidence",
    "PageletLearner",
    "PageletModel",
    "PageletReading",
    "ReadParams",
    "References",
    "Region",
    "Span",
    "Template",
    "Templates",
    "ThorPagelet",
    "ThorParams",
    "Vote",
    "analyse",
    "decode_model",
    "encode_model",
    "fields",
    "holder",
    "learn",
    "observe",
    "read",
    "span_links",
    "templates_of",
    "thor_pagelets",
]
