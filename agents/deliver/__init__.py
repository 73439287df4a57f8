"""Deliver: one consumer of the log per sink, and a follower per stream."""

from .courier import Courier, CourierParams
from .service import Deliver
from .stream_follower import StreamFollower

__all__ = ["Courier", "CourierParams", "Deliver", "StreamFollower"]
