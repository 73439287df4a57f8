"""Which crawls are made, in which order, and one of them from start to score."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from .application import ROOT, Absent, Application, Served, serving
from .crawling import crawl
from .dressing import drawn_seeds, entrance
from .run import Run
from .scoring import score

DRAWN = "1"  # in place of a seed: it is drawn from the commit
RUNS = 2  # of the same site: the order in which answers come makes them differ
MAX_PAGES = 1500
QUICK: dict[str, Any] = {"objects": 200, "max_pages": 80}
RECORDED = Path(tempfile.gettempdir()) / "upwell-recorded" / ROOT.name


@dataclass(frozen=True, slots=True)
class Order:
    """What is measured.

    Parameters
    ----------
    apps
        Folder of the applications, with `bench.py` and `dress.py`.
    commit
        What seeds are drawn from.
    dresses
        How many dresses an application is given; 0: it is crawled as it is.
    dress
        A seed of one's own, in place of those drawn.
    runs
        Crawls of each site.
    seeds
        Of the data sets.
    objects
        How many an application holds; None: as many as it comes with.
    max_pages, within_s
        Budget of a crawl, and when it is ended by a signal.
    recorded
        Where the pages and files of each crawl are kept.
    """

    apps: Path
    commit: str
    dresses: int = 0
    dress: str | None = None
    runs: int = RUNS
    seeds: tuple[int, ...] = (1,)
    objects: int | None = None
    max_pages: int = MAX_PAGES
    within_s: float = 1800.0
    recorded: Path = RECORDED

    def dresses_of(self, application: Application) -> list[str | None]:
        """Seeds of its dresses; None: as it is."""
        if self.dress is not None:
            return [self.dress]
        return [*drawn_seeds(self.commit, application.name, self.dresses)] or [None]


def measure(order: Order, application: Application) -> Iterator[Run]:
    """Every crawl of one application, scored; what does not start is a run with its error."""
    for seed in order.seeds:
        site = Path(tempfile.mkdtemp(prefix="upwell-apps-"))
        try:
            with serving(application, site, seed, order.objects) as served:
                dresses = order.dresses_of(application)
                for dress, number in product(dresses, range(1, order.runs + 1)):
                    yield _measured(
                        order,
                        served,
                        Run(
                            app=application.name,
                            dress=dress,
                            seed=seed,
                            run=number,
                            max_pages=order.max_pages,
                        ),
                    )
        except Absent as error:
            yield Run(app=application.name, seed=seed, error=str(error))
        finally:
            shutil.rmtree(site, ignore_errors=True)


def least_to_install(applications: Sequence[Application]) -> list[Application]:
    """In the order in which a short form tries them: who starts with few words needs little."""
    return sorted(applications, key=lambda one: ((one.folder / "start").stat().st_size, one.name))


def _measured(order: Order, served: Served, run: Run) -> Run:
    """One crawl; what goes wrong in it is the run's error, and the next one is made."""
    folder = order.recorded / f"{run.app}-{run.dress or 'plain'}-{run.seed}-{run.run}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(f"{run.app}: crawling, kept in {folder}", file=sys.stderr, flush=True)
    try:
        with entrance(order.apps, served, run.dress, folder / "dress.err") as site:
            done = crawl(site.url, folder, order.max_pages, order.within_s)
            scored = score(order.apps, served, site, done, run)
    except (Absent, OSError, subprocess.SubprocessError) as error:
        return msgspec.structs.replace(run, error=f"{type(error).__name__}: {error}")
    finally:
        shutil.rmtree(folder / "data", ignore_errors=True)
    (folder / "run.json").write_bytes(msgspec.json.format(msgspec.json.encode(scored), indent=1))
    return scored


def shortened(order: Order) -> Order:
    """The short form of CI: one dress, one crawl, few objects and pages."""
    return replace(order, dresses=1, dress=None, runs=1, seeds=(1,), **QUICK)
