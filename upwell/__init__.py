"""Turns the databases behind web search forms into live streams of objects.

The algorithms without a stream, over pages of your own; no event loop is needed:

>>> import upwell
>>> site = upwell.Site()
>>> for n in range(3):
...     page = f"<h1>Otters</h1><ul><li><a href=/{n}>otter {n}</a> swims in the river</ul>"
...     reading = site.observe(page, url=f"http://zoo.example/?q={n}", query=str(n))
>>> model = site.publish()
>>> model.version, model.read("<h1>Otters</h1><p>none</p>").outcome
(1, 'ok')

`site.save()` gives bytes from which `upwell.Site.load` goes on; `upwell.analyse` reads all pages
of one site at once: paths, bytes, or (url, html) pairs. `upwell.crawl` crawls a site:

```
async for change in upwell.crawl("https://library.example/", contact="me@example.org"):
    print(change.event, change.text)

upwell.crawl("https://library.example/", contact="me@example.org").table().to_pandas()
```
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upwell.library import Crawl as Crawl
    from upwell.library import ObjectChange as ObjectChange
    from upwell.library import Objects as Objects
    from upwell.library import analyse as analyse
    from upwell.library import crawl as crawl
    from upwell.models.site import Reading as Reading
    from upwell.models.site import SavedPage as SavedPage
    from upwell.models.site import Site as Site
    from upwell.models.site import SiteModel as SiteModel

__version__ = "0.1.0"
_LIBRARY = frozenset({"Crawl", "ObjectChange", "Objects", "analyse", "crawl"})
__all__ = [
    "Crawl",
    "ObjectChange",
    "Objects",
    "Reading",
    "SavedPage",
    "Site",
    "SiteModel",
    "__version__",
    "analyse",
    "crawl",
]


def __getattr__(name: str) -> Any:
    """The models are loaded when they are first asked for: `upwell --help` needs none."""
    if name in __all__:
        room = "upwell.library" if name in _LIBRARY else "upwell.models.site"
        return getattr(import_module(room), name)
    raise AttributeError(f"module 'upwell' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
