"""The page clusters of one site as they run: learned page by page, with ids that stay."""

from .learner import Clusters
from .model import Assignment, ClusterModel

__all__ = ["Assignment", "ClusterModel", "Clusters"]
