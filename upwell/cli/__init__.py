"""The command line: data to stdout, logs to stderr, one clear line for every error."""

from .main import app, main

__all__ = ["app", "main"]
