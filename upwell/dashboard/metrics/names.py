"""Every metric: its name, what it counts, its labels, and who tells it."""

from __future__ import annotations

from typing import NamedTuple

SERVE, WORKER = "serve", "worker"


class Metric(NamedTuple):
    """One family of samples. No label names a URL or an object: there are too many."""

    name: str
    kind: str  # counter, gauge, histogram, summary
    about: str
    labels: tuple[str, ...] = ()
    told_by: tuple[str, ...] = (SERVE,)


BUILD = Metric(
    "upwell_build_info", "gauge", "The version, as a label.", ("version",), (SERVE, WORKER)
)
ISSUED = Metric(
    "upwell_requests_issued_total",
    "counter",
    "Requests that plan issued; answered and outstanding together, always.",
    ("site",),
)
ANSWERED = Metric(
    "upwell_requests_answered_total", "counter", "Requests that were answered.", ("site",)
)
OUTSTANDING = Metric(
    "upwell_requests_outstanding", "gauge", "Requests on the way or waiting.", ("site",)
)
PAGES = Metric(
    "upwell_pages_fetched_total",
    "counter",
    "Answers by class of status, 2xx to 5xx; none where no status came.",
    ("site", "code_class"),
    (SERVE, WORKER),
)
PHASE = Metric("upwell_site_phase", "gauge", "1 for the phase a site is in.", ("site", "phase"))
AGE = Metric(
    "upwell_site_status_age_seconds", "gauge", "Since plan last told of a site.", ("site",)
)
STANDING = Metric("upwell_objects", "gauge", "Objects that count now.", ("site",))
EVENTS = Metric(
    "upwell_objects_total",
    "counter",
    "What happened to objects: new, changed, corrected, withdrawn, gone.",
    ("site", "change"),
)
SIMILARITY = Metric(
    "upwell_cluster_assign_similarity",
    "summary",
    "Of pages to the pages of the kind they were assigned to.",
    ("site",),
)
LAG = Metric(
    "upwell_consumer_lag",
    "gauge",
    "Records that a reader has still to handle.",
    ("reader", "topic", "partition"),
)
WORKER_LAG = Metric(
    "upwell_worker_lag",
    "gauge",
    "Records that the groups of this worker have still to handle.",
    ("reader",),
    (WORKER,),
)
LETTERS = Metric(
    "upwell_dead_letters_total",
    "counter",
    "Records that could not be handled, by the beginning of the reason.",
    ("reason",),
)
WAITING = Metric("upwell_dead_letters_waiting", "gauge", "Dead letters that nobody has settled.")
FOLLOWED = Metric(
    "upwell_followed_age_seconds", "gauge", "Since the dashboard followed the log to its end."
)
FOLLOWERS = Metric("upwell_followers", "gauge", "Streams of changes that are open.")
DURATION = Metric(
    "upwell_fetch_duration_seconds",
    "histogram",
    "From the turn of a request until its answer was in.",
    (),
    (WORKER,),
)
BYTES = Metric(
    "upwell_fetch_bytes_total", "counter", "Of bodies, as they are kept.", ("site",), (WORKER,)
)

METRICS = (
    *(BUILD, ISSUED, ANSWERED, OUTSTANDING, PAGES, PHASE, AGE, STANDING, EVENTS, SIMILARITY),
    *(LAG, WORKER_LAG, LETTERS, WAITING, FOLLOWED, FOLLOWERS, DURATION, BYTES),
)


def code_class(status: int) -> str:
    """
    Examples
    --------
    >>> code_class(204), code_class(503), code_class(0)
    ('2xx', '5xx', 'none')
    """
    return f"{status // 100}xx" if status else "none"
