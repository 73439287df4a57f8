"""A crawl against the truth: the applications' own `bench.py` scores, here it is asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from .application import Absent, Served
from .crawling import Crawl, events, standing
from .dressing import Entrance
from .environment import QUIET, of_product
from .recorded import Answer, answers, record
from .run import SHARE, Run, file_figures, page_figures, ratio
from .truth.listed import Score, listed_figures
from .truth.pages import record_truths
from .truth.repeated import telling_figures


def score(apps: Path, served: Served, entrance: Entrance, crawl: Crawl, run: Run) -> Run:
    """Every figure of a crawl; its pages are kept beside its files, its log is not read again."""
    if not crawl.readings.exists():
        raise Absent(f"the crawl ended with {crawl.exit} and wrote nothing: {_last_line(crawl)}")
    bench = _bench(apps, served, entrance)
    answered = answers(crawl.data)
    record(answered, crawl.folder)
    record_truths(apps, served, entrance, crawl.folder)
    pages = crawl.folder / "scored.jsonl"
    write_pages(crawl.readings, pages)
    counted, status = events(crawl), standing(crawl)
    printed = {"pages": bench("score", pages), "file": bench("file", crawl.objects)}
    harm = entrance.harm()
    _write(crawl.folder / "score.json", {**printed, "harm": harm})
    figures = {
        **page_figures(printed["pages"]),
        **listed_figures(bench, crawl.folder),
        **telling_figures(crawl.folder),
        **file_figures(
            printed["file"], line_count(crawl.objects), len(crawl.arrivals), len(answered)
        ),
        "completed_per_object": completed(crawl.stream, crawl.objects),
        "changed": counted["changed"],
        "withdrawn": counted["withdrawn"],
        "harm": harm and harm["harm"],
        "features": list(entrance.features),
        "requests": len(answered),
        "requests_to_95": requests_until(
            SHARE, crawl.arrivals, answered, recall_of_prefix(bench, crawl.stream)
        ),
        "first_object_s": _until_first(crawl),
        "pages_per_s": ratio(len(answered), crawl.ended - crawl.began),
        "seconds": round(crawl.ended - crawl.began, 1),
        "stopped": status.get("reason") or f"in {status.get('phase', 'no phase')}",
        "exit": crawl.exit,
    }
    return type(run)(**{**_fields(run), **figures})


def requests_until(
    share: float,
    arrivals: Sequence[float],
    answered: Sequence[Answer],
    recall: Callable[[int], float | None],
) -> int | None:
    """Answers that had come when the first lines of the file held this share of the true objects.

    Parameters
    ----------
    arrivals
        When each line was there, rising.
    recall
        Of the file cut after so many lines; it hardly ever falls, so the place is bisected.
    """

    def reached(lines: int) -> bool:
        return (recall(lines) or 0.0) >= share

    if not arrivals or not reached(len(arrivals)):
        return None
    low, high = 0, len(arrivals)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return bisect_right(answered, arrivals[high - 1], key=lambda answer: answer.at)


def recall_of_prefix(bench: Score, path: Path) -> Callable[[int], float | None]:
    """Recall of the first lines of a file."""
    head = path.with_name("head.jsonl")

    def recall(lines: int) -> float | None:
        with path.open("rb") as file:
            head.write_bytes(b"".join(islice(file, lines)))
        found: float | None = bench("file", head)["recall"]
        head.unlink()
        return found

    return recall


def completed(stream: Path, objects: Path) -> float | None:
    """Versions an object of the file that its own page made: the line is from there."""
    with objects.open("rb") as lines:
        kept = {str(json.loads(line)["id"]) for line in lines}
    with stream.open("rb") as lines:
        told = map(json.loads, lines)
        own = sum(
            line.get("version", 1) > 1 and line["url"] == line["page_url"]
            for line in told
            if str(line["id"]) in kept and line.get("url")
        )
    return ratio(own, len(kept))


def write_pages(readings: Path, path: Path) -> None:
    """What was read of each page last, in the form that the bench scores: its best region."""
    last = {}
    with readings.open("rb") as lines:
        for line in lines:
            reading = json.loads(line)
            last[reading["url"]] = reading
    with path.open("w", encoding="utf-8") as out:
        for url, reading in last.items():
            out.write(json.dumps(bench_line(url, reading), ensure_ascii=False) + "\n")


def bench_line(url: str, reading: dict[str, Any]) -> dict[str, Any]:
    """A reading as the bench takes it.

    >>> bench_line("http://a/", {"cluster": 1, "pagelets": [{"text": "one"}, {"text": "two"}]})[
    ...     "pagelet_text"]
    'one'
    """
    regions = reading.get("pagelets") or [{"text": ""}]
    return {
        "url": url,
        "cluster": reading.get("cluster"),
        "empty": reading.get("empty"),
        "outcome": reading.get("outcome", "ok"),
        "pagelet_text": regions[0]["text"],
        "objects": reading.get("objects", []),
    }


def _bench(apps: Path, served: Served, entrance: Entrance) -> Score:
    """Runs `bench.py`, which fetches the pages again from the application itself."""
    options = ["--base", served.origin, "--truth", str(served.truth)]
    if entrance.dress is not None:
        options += ["--dress", entrance.dress, "--at", entrance.host]

    def call(what: str, path: Path) -> dict[str, Any]:
        command = [sys.executable, str(apps / "bench.py"), what]
        done = subprocess.run(
            [*command, str(served.application.folder), str(path), *options],
            env=of_product(os.environ) | QUIET,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    return call


def line_count(path: Path) -> int:
    """Lines of a file."""
    with path.open("rb") as file:
        return sum(1 for _ in file)


def _last_line(crawl: Crawl) -> str:
    lines = (crawl.folder / "err").read_text("utf-8", "replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "it is silent")


def _write(path: Path, found: dict[str, Any]) -> None:
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _until_first(crawl: Crawl) -> float | None:
    return round(crawl.arrivals[0] - crawl.began, 2) if crawl.arrivals else None


def _fields(run: Run) -> dict[str, Any]:
    return {name: getattr(run, name) for name in run.__struct_fields__}
