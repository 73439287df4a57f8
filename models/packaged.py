"""Tables that lie beside the modules that read them."""

from __future__ import annotations

from importlib.resources import files


def packaged_text(package: str, name: str) -> str:
    """A file of a package, in UTF-8.

    >>> "\\n[error]\\n" in packaged_text("upwell.models.pages", "phrases.txt")
    True
    """
    return files(package).joinpath(name).read_text("utf-8")
