"""Feeds as an operator names them: `[feed.NAME]` in `upwell.toml`."""

from .building import Feeds, built, destination_of
from .settings import KINDS, FeedSettings, feeds_in, one_feed
from .toml_file import add_feed, remove_feed

__all__ = [
    "KINDS",
    "FeedSettings",
    "Feeds",
    "add_feed",
    "built",
    "destination_of",
    "feeds_in",
    "one_feed",
    "remove_feed",
]
