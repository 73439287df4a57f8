"""The command line: data to stdout, logs to stderr, one clear line for every error."""

import sys

try:
    from .main import app, main
except KeyboardInterrupt:  # before there is anything to stop
    sys.exit(130)

__all__ = ["app", "main"]
