"""Errors by culprit: who has to do something about it.

```
UpwellError
├── ConfigError    the operator: a setting, a path, a flag            exit 3
│   └── UsageError the operator: the command line itself              exit 2
├── BrokerError    the broker cannot be reached                       exit 4
├── WebError       the site: DNS, TLS, status, robots, address guard  becomes an outcome
├── RecordError    the data: a record that cannot be read             becomes a dead letter
└── StoreError     our own disk: the log or the tables                exit 70
```

A message says what was found, what was expected, and what to do.
"""

from __future__ import annotations

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_CONFIG = 3
EXIT_BROKER = 4
EXIT_START_AGAIN = 70
EXIT_INTERRUPTED = 130


class UpwellError(Exception):
    """Anything upwell raises on purpose."""

    exit_code = EXIT_FAILED


class ConfigError(UpwellError):
    """The operator asked for something that cannot be."""

    exit_code = EXIT_CONFIG


class UsageError(ConfigError):
    """The command line itself is off."""

    exit_code = EXIT_USAGE


class BrokerError(UpwellError):
    """The broker is not there; the message names what was tried."""

    exit_code = EXIT_BROKER


class WebError(UpwellError):
    """The site answered badly or not at all; `outcome` is the word on the page record."""

    def __init__(self, outcome: str, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class RecordError(UpwellError):
    """A record that cannot be read; it goes to the dead letters with this reason."""


class StoreError(UpwellError):
    """Our disk: the log or a table is damaged, locked or full."""

    exit_code = EXIT_START_AGAIN
