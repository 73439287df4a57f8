"""The pages of one site as they were read: what each brought, by question and by kind."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from upwell.models.queries.pool import object_hash
from upwell.models.urls.arguments.prevalence import Prevalence
from upwell.streams.log.port import Entry
from upwell.streams.records import Finding

from ..metrics.names import code_class
from ..params import MOST_PAGES, MOST_QUERIES, READINGS, SAMPLES
from .curve import Curve

RATE_S = 60.0  # over which answers are counted


@dataclass(slots=True)
class PageRow:
    """The newest reading of one page, and where each of its readings stands in the log."""

    url: str
    number: int
    reason: str
    outcome: str
    at: float
    query: str | None = None
    kind: int | None = None
    came_back: str = ""
    route: str = ""
    doubtful: bool = False
    model_version: int = 0
    n_objects: int = 0
    n_new: int = 0
    places: list[tuple[int, int]] = field(default_factory=list)  # partition, offset of findings


@dataclass(slots=True)
class QueryRow:
    """What one question brought over all of its pages."""

    query: str
    reason: str
    at: float
    n_pages: int = 0
    n_objects: int = 0
    n_new: int = 0
    matches: int | None = None


class SitePages:
    """Folded from findings in their order."""

    def __init__(self) -> None:
        self.rows: dict[str, PageRow] = {}  # by URL, the one answered last at the end
        self.queries: dict[str, QueryRow] = {}
        self.came_back: Counter[str] = Counter()
        self.classes: Counter[str] = Counter()  # of the status of answers: 2xx to 5xx, none
        self.similarity = 0.0  # to the pages of their kind, summed
        self.n_similar = 0
        self.n_answers = 0
        self.n_returned = 0
        self.n_new = 0
        self.curve = Curve()  # answers, new objects, objects returned
        self.arguments = Prevalence()
        self._objects: set[int] = set()  # by hash, 8 bytes of each
        self._recent: deque[float] = deque(maxlen=10_000)

    def fold(self, finding: Finding, entry: Entry) -> None:
        """Take one reading in; a page that is read again counts as it was read last."""
        url = finding.final_url
        row = self.rows.pop(url, None) or PageRow(
            url, finding.number, finding.reason, finding.outcome, finding.at
        )
        known = bool(row.places) and (finding.again or finding.number == row.number)
        if finding.outcome == "expired" and finding.again:
            self.rows[url] = row
            return
        n_objects = len(finding.objects)
        n_new = self._new(finding)
        if not finding.again:
            row.number, row.reason, row.at = finding.number, finding.reason, finding.at
            self.n_answers += 1
            self.came_back[_word(finding)] += 1
            self.classes[code_class(finding.status)] += 1
            if finding.cluster is not None and finding.cluster >= 0:
                self.similarity += finding.similarity
                self.n_similar += 1
            self._recent.append(finding.at)
        before = (row.n_objects, row.n_new) if known else (0, 0)
        self._count(finding, row, n_objects - before[0], n_new)
        row.outcome, row.query, row.kind = finding.outcome, finding.query, finding.cluster
        row.came_back, row.route, row.doubtful = finding.came_back, finding.route, finding.doubtful
        row.model_version = finding.model_version
        row.n_objects, row.n_new = n_objects, (before[1] if known else 0) + n_new
        row.places = [*row.places, (entry.partition, entry.offset)][-READINGS:]
        self.rows[url] = row
        if len(self.rows) > MOST_PAGES:
            del self.rows[next(iter(self.rows))]

    def _new(self, finding: Finding) -> int:
        """Objects that no page before had shown."""
        fresh = {object_hash(found.id) for found in finding.objects} - self._objects
        self._objects |= fresh
        return len(fresh)

    def _count(self, finding: Finding, row: PageRow, returned: int, new: int) -> None:
        self.n_returned += returned
        self.n_new += new
        self.curve.add(self.n_answers, self.n_new, self.n_returned)
        if finding.query is None:
            return
        urls = [link.url for link in finding.links if link.role == "second_level"]
        if urls and not finding.again:
            self.arguments.fold(finding.final_url, finding.query, urls)
        query = self.queries.pop(finding.query, None) or QueryRow(
            finding.query, finding.reason, finding.at
        )
        query.n_pages += not finding.again
        query.n_objects += returned
        query.n_new += new
        query.matches = finding.matches if finding.matches is not None else query.matches
        query.at = max(query.at, finding.at)
        self.queries[finding.query] = query
        if len(self.queries) > MOST_QUERIES:
            del self.queries[next(iter(self.queries))]

    def rate(self, now: float) -> float:
        """Answers a minute, over the last minute."""
        return sum(1 for at in self._recent if at > now - RATE_S) * 60.0 / RATE_S

    def samples(self, kind: int) -> list[PageRow]:
        """Pages of a kind, the newest first."""
        found = (row for row in self.newest() if row.kind == kind)
        return [row for row, _ in zip(found, range(SAMPLES), strict=False)]

    def newest(self) -> Iterator[PageRow]:
        """All rows, the one that was answered or read last first."""
        return iter(reversed(self.rows.values()))


def _word(finding: Finding) -> str:
    return finding.came_back if finding.outcome == "ok" else finding.outcome
