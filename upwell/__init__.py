"""Turns the databases behind web search forms into live streams of objects."""

__version__ = "0.1.0"
