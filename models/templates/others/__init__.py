"""What stands on a page about one thing and tells of others."""

from .siblings import to_siblings
from .turning import turned

__all__ = ["to_siblings", "turned"]
