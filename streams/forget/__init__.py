"""Taking one site out of what was written: the log, the tables, the read model, the files."""

from .belonging import Belonging
from .files import Output, files_of, named
from .fillings import unknown_readers
from .log_file import Erased, addresses, erase, sites_in

__all__ = [
    "Belonging",
    "Erased",
    "Output",
    "addresses",
    "erase",
    "files_of",
    "named",
    "sites_in",
    "unknown_readers",
]
