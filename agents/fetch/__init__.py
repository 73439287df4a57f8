"""The fetch service: many hosts at once, each one politely; every request ends as a page."""

from .hosts import HostQueue, Job
from .service import FetchParams, FetchService, Web
from .unfinished import Unfinished

__all__ = ["FetchParams", "FetchService", "HostQueue", "Job", "Unfinished", "Web"]
