"""Pagelets: the regions of a page that answer the query, and the objects in them (THOR VI, OBJ)."""

from .analyse import analyse, learn
from .evidence import PageletEvidence, observe
from .fields import FieldParams, fields, span_links
from .learner import LearnerParams, PageletLearner
from .model import PageletModel, decode_model, encode_model
from .read import PageletReading, ReadParams, Region, Span, holder, read
from .thor import ThorPagelet, ThorParams, thor_pagelets
from .votes import Vote

__all__ = [
    "FieldParams",
    "LearnerParams",
    "PageletEvidence",
    "PageletLearner",
    "PageletModel",
    "PageletReading",
    "ReadParams",
    "Region",
    "Span",
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
    "thor_pagelets",
]
