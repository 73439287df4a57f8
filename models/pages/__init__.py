"""Pages of one site: signatures, clusters, their ranking, empty pages (THOR V, ENT 5)."""

from .clusters import Assignment, ClusterModel, Clusters
from .no_match import EmptyModel, EmptyPages, EmptyParams
from .params import ClusterParams
from .signature import Signature

__all__ = [
    "Assignment",
    "ClusterModel",
    "ClusterParams",
    "Clusters",
    "EmptyModel",
    "EmptyPages",
    "EmptyParams",
    "Signature",
]
