"""What a crawl tells while it runs: a live display on a terminal, plain lines otherwise."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from upwell.streams.records import Change, ModelPublished, SiteStatus

LINE_EVERY_S = 5.0  # between two plain lines of one site that only counts
EVENTS = 8  # kept below the live table

_DOING = {
    "discover": "looking for its search form",
    "probe": "probing with dictionary and nonsense words",
    "learn": "reading the first answers again with a first model",
    "harvest": "asking what promises most new objects",
    "parked": "done",
    "paused": "paused",
}


@dataclass
class _Site:
    """What is known of one site."""

    status: SiteStatus | None = None
    n_new: int = 0
    n_changed: int = 0
    model_version: int = 0
    told_at: float = -1e9
    told: tuple[object, ...] = field(default_factory=tuple)


class Progress:
    """Follows the records of a crawl and shows them.

    Parameters
    ----------
    console
        Where to; stderr, so that stdout stays for data.
    now
        Seconds, for the time column.
    """

    def __init__(self, console: Console, now: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._now = now
        self._started = now()
        self._sites: dict[str, _Site] = {}
        self._events: list[str] = []
        self._live = Live(console=console, refresh_per_second=8, get_renderable=self._table)

    def __enter__(self) -> Progress:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def status(self, status: SiteStatus) -> None:
        """A site moved, or counted."""
        site = self._site(status.site)
        site.status = status
        told = (status.phase, status.template, status.reason)
        moved = told != site.told
        if moved:
            site.told = told
            self.say(status.site, _sentence(status))
        elif self._now() - site.told_at >= LINE_EVERY_S and not self._console.is_terminal:
            self.say(status.site, self._counts(status.site))

    def model(self, model: ModelPublished, n_clusters: int) -> None:
        """A model was published."""
        kinds = "kind" if n_clusters == 1 else "kinds"
        text = f"model {model.version} from {model.n_pages} answers: {n_clusters} {kinds} of page"
        self.say(model.site, text)

    def change(self, change: Change) -> None:
        """An object is new or different; the first of a site is shown."""
        site = self._site(change.site)
        if change.event == "new":
            if not site.n_new:
                self.say(change.site, f"first object: {change.text[:100]}")
            site.n_new += 1
        else:
            site.n_changed += 1

    def say(self, site: str, text: str) -> None:
        """One event, with its time."""
        elapsed = self._now() - self._started
        line = f"{int(elapsed // 60):02}:{elapsed % 60:04.1f}  {site}  {text}"
        self._site(site).told_at = self._now()
        if self._console.is_terminal:
            self._events = [*self._events, line][-EVENTS:]
        else:
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def _site(self, name: str) -> _Site:
        return self._sites.setdefault(name, _Site())

    def _counts(self, name: str) -> str:
        site = self._sites[name]
        status = site.status
        if status is None:
            return ""
        return (
            f"{status.phase}: {status.answered} answers, {status.queries} questions, "
            f"{site.n_new} objects"
        )

    def _table(self) -> Group:
        table = Table(box=None, pad_edge=False)
        table.add_column("site")
        table.add_column("doing")
        for name in ("questions", "answers", "open", "model", "objects", "changed"):
            table.add_column(name, justify="right")
        for name, site in self._sites.items():
            status = site.status
            if status is None:
                continue
            doing = _DOING.get(status.phase, status.phase)
            table.add_row(
                Text(name),
                doing,
                f"{status.queries:,}",
                f"{status.answered:,}",
                f"{status.outstanding:,}",
                f"{status.model_version}" if status.model_version else "-",
                f"{site.n_new:,}",
                f"{site.n_changed:,}",
            )
        return Group(
            table, *(Text(line, style="dim", overflow="ellipsis") for line in self._events)
        )


def _sentence(status: SiteStatus) -> str:
    doing = _DOING.get(status.phase, status.phase)
    if status.phase == "probe" and status.template:
        return f"search form found: {status.template}; {doing}"
    if status.phase == "parked":
        return f"stopped: {status.reason}"
    return doing
