"""What is true of recorded pages, written beside them: laws are run over them without the site."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from ..application import ROOT, Served
from ..dressing import Entrance
from ..environment import QUIET, of_product

OFFSITE = "offsite"  # as the bench calls what lies on another host
MOST = 400  # pages; they are fetched once more


class Truth(NamedTuple):
    """Of one page: its kind, the text of its region (None: it has none) and its records."""

    kind: str
    text: str | None
    objects: list[dict[str, Any]]  # text, links


Region = Callable[[str], tuple[str, str | None, list[dict[str, Any]]]]


def write_truths(folder: Path, region: Region, most: int = MOST) -> int:
    """Write `truth.jsonl` beside `pages.jsonl`, a line a page, and how many there are.

    Of more than `most` pages a hash of their URLs chooses; a URL counts once, with its last page.
    """
    with (folder / "pages.jsonl").open(encoding="utf-8") as lines:
        pages = list(map(json.loads, lines))
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as out:
        count = 0
        for url, file in chosen(pages, most):
            truth = Truth(*region(url))
            line = {"file": file, "url": url, **truth._asdict()}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            count += 1
    return count


def chosen(pages: Iterable[dict[str, Any]], most: int) -> list[tuple[str, str]]:
    """URLs and files of at most so many pages of HTML, in the order in which they came.

    >>> pages = [{"url": f"/{i % 3}", "file": f"{i}.html", "outcome": "ok",
    ...           "content_type": "text/html"} for i in range(5)]
    >>> chosen(pages, 9)
    [('/0', '3.html'), ('/1', '4.html'), ('/2', '2.html')]
    >>> len(chosen(pages, 2)), chosen([{**pages[0], "content_type": "image/png"}], 9)
    (2, [])
    """
    last = {
        page["url"]: page["file"]
        for page in pages
        if page["outcome"] == "ok" and "html" in (page["content_type"] or "html")
    }
    few = set(sorted(last, key=_hash)[:most])
    return [(url, file) for url, file in last.items() if url in few]


def record_truths(apps: Path, served: Served, entrance: Entrance, folder: Path) -> None:
    """Write the truth of a crawl's pages, in a process of its own: the bench is not our code."""
    known = [str(apps), str(served.application.folder), served.origin, str(served.truth)]
    dress = [entrance.dress, entrance.host] if entrance.dress is not None else []
    done = subprocess.run(
        [sys.executable, "-m", __name__, str(folder), *known, *dress],
        cwd=ROOT,
        env=of_product(os.environ) | QUIET,
        check=False,
    )
    if done.returncode:  # the crawl is scored without them
        print(f"the truth of the pages in {folder} is not whole", file=sys.stderr)


def region_of(apps: str, application: str, origin: str, truth: str, *dressed: str) -> Region:
    """Asks the bench, which fetches a page from the application itself; URLs may be dressed."""
    sys.path.insert(0, apps)  # it imports what lies beside it
    bench = importlib.import_module("bench")
    app = bench.App(application, origin, truth)

    def region(url: str) -> tuple[str, str | None, list[dict[str, Any]]]:
        if dressed:
            seed, host = dressed
            url = bench.undressed([{"url": url}], seed, app.base, host)[0]["url"]
        if app.local(url) is None:
            return OFFSITE, None, []
        kind, text, objects = app.region(url)
        return kind, text, objects

    return region


def _hash(url: str) -> bytes:
    return blake2b(url.encode(), digest_size=8).digest()


if __name__ == "__main__":
    write_truths(Path(sys.argv[1]), region_of(*sys.argv[2:]))
