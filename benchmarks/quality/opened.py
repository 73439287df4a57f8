"""Sites that are opened by themselves: whether a way in is found from the home page (`opened`).

python -m benchmarks.quality opened

Bundled sources of drawn seeds are opened in memory, a few pages each, every family and every way
in. Those that post are opened on consent, one without a form by a template, one behind a log-in
with a cookie. Of the applications it is said of how many the last stored run holds objects.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from tests.agents.ring import SITE, Answer, Ring, settings_of
from tests.site.answers import HOST
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site, encoded
from upwell.sources.starting import pages_of
from upwell.sources.ways import WAYS, Door, Request
from upwell.sources.ways.door import HOST as WRITTEN
from upwell.sources.ways.placed import LogIn
from upwell.streams.records import SiteAdded, SiteStatus

from .figures import Figure
from .sealed import drawn_seeds

SIZE = 60  # records
PAGES = 12  # that may be opened
AFTER_ANOTHER = 200  # where the first form is another's, which has to be asked
AFTER_ANOTHER = 200  # where the first form is another's, which has to be asked
CONSENT = frozenset(("archive", "post", "view-state"))  # their forms are sent by POST
APPS = Path(__file__).parents[1] / "results" / "apps.json"


def measure(quick: bool = False) -> list[Figure]:
    """The share that is opened: of families, of ways in, of applications."""
    seeds = drawn_seeds("opened", 1 if quick else 3)
    families = [opened(name, "", seed) for name in FAMILIES for seed in seeds]
    ways = [opened(way.family, name, seed) for name, way in WAYS.items() for seed in seeds]
    figures = [
        Figure("families of sources opened", sum(families) / len(families), None, 1.0),
        Figure("ways in that are found", sum(ways) / len(ways), None, 0.96),
    ]
    found = applications()
    if found:
        share = sum(found.values()) / len(found)
        figures.append(Figure(f"applications opened, of {len(found)}", share, None, 1.0))
    return figures


def applications() -> dict[str, bool]:
    """Whether objects of an application were found, by the last stored run of each."""
    if not APPS.exists():
        return {}
    runs = json.loads(APPS.read_text("utf-8"))["runs"]
    return {run["app"]: run["recall"] > 0 for run in runs}


def opened(family: str, name: str, seed: int) -> bool:
    """Whether the form of a site that asks its database is found, or its selects are opened."""
    way = WAYS.get(name)
    made = way.over(FAMILIES[family]) if way else FAMILIES[family]
    site = Site(pages_of(made, seed, SIZE), seed, frozen=True, way=way.door if way else Door)
    ring = Ring(lambda url: _answer(site, url))
    template = ""
    if name == "by-hand":
        template = f"{HOST}{site.door.search}?{site.door.names['query']}={{query}}"
    settings = settings_of(
        {
            "max_pages": AFTER_ANOTHER if name == "second-form" else PAGES,
            "allow_post": int({family, name} & CONSENT != set()),
            "template": template,
        }
    )
    ring.queue.append(("findings", SITE, SiteAdded(site=SITE, url=f"{HOST}/", settings=settings)))
    statuses = (record for record in ring.steps() if isinstance(record, SiteStatus))
    found = (urlsplit(status.template or "").path for status in statuses)
    return any(path and site.door.is_search(path) for path in found)


def _answer(site: Site, url: str) -> Answer:
    """One page, behind at most a few redirects."""
    for _ in range(4):
        address = urlsplit(url)
        asked = f"{address.path or '/'}{f'?{address.query}' if address.query else ''}"
        served = site.served(Request(asked, cookies={LogIn.cookie: LogIn.value}))
        if not served.location:
            break
        url = served.location
    text = served.text.replace(WRITTEN, HOST)
    return "ok", served.status, encoded(text, site.door.charset)
