"""Pages of one site: signatures, clusters, their ranking, empty pages (THOR V, ENT 5)."""

from .clusters import Clusters
from .model import Assignment, ClusterModel
from .no_match import EmptyModel, EmptyPages, EmptyParams
from .params import ClusterParams
from .signature import Signature
from .thor import ThorParams, cluster_thor

__all__ = [
    "Assignment",
    "ClusterModel",
    "ClusterParams",
    "Clusters",
    "EmptyModel",
    "EmptyPages",
    "EmptyParams",
    "Signature",
    "ThorParams",
    "cluster_thor",
]
