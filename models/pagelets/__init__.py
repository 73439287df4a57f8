"""Pagelets: the regions of a page that answer the query, and the objects in them (THOR VI, OBJ)."""

from .fields.columns import Column, Template
from .fields.extraction import fields
from .fields.naming import NamingParams
from .fields.references import References, span_links
from .fields.templates import Templates
from .learning.batch import analyse, learn, templates_of
from .learning.evidence import PageletEvidence, observe
from .learning.learner import LearnerParams, PageletLearner
from .learning.votes import Vote
from .model import PageletModel, decode_model, encode_model
from .reading.params import ReadParams
from .reading.read import read
from .reading.result import PageletReading, Region, Span, holder

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
]
