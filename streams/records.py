"""The records that travel on the ring (DESIGN 3): one struct a kind, one union a topic.

A value on the wire is one byte, the schema number, then MessagePack (`codecs`).
Fields are only ever added, with a default, within one schema number.

Identity travels with a record, offsets do not: `number` is plan's number of a request of a
site, `low` the lowest number still open (below it all are answered), `seq` the sender's own
count per site and target topic. A receiver that has seen a number or a `seq` does nothing.
Pages of an archive are numbered by it, and a record that comes back from the dead letters by the
place of its letter.
"""

from __future__ import annotations

from typing import Any

from upwell.models.pins import Pin

from .parts.covered import SiteCoverage as SiteCoverage
from .parts.found import FoundForm as FoundForm
from .parts.found import FoundLink as FoundLink
from .parts.found import FoundObject as FoundObject
from .parts.health import Alarm as Alarm
from .parts.named import Named as Named
from .parts.pinned import PinStatus as PinStatus
from .parts.searched import Placed as Placed
from .parts.searched import WatchedSearch as WatchedSearch
from .record import Record as Record

# ---- requests: plan -> fetch


class Request(Record, frozen=True, kw_only=True, omit_defaults=True, tag="request"):
    """Ask the web for one URL, and why."""

    site: str
    number: int
    low: int
    url: str
    reason: str  # discover describe probe query second_level page widen detail revisit look
    query: str | None = None
    method: str = "GET"
    form: list[tuple[str, str]] = []  # fields of a POST; `url` then tells its answer apart
    action: str = ""  # where a POST goes
    encoding: str = "utf-8"  # of the fields
    not_before: float = 0.0  # seconds since the epoch
    delay_s: float = 1.0  # least time between two requests to the host
    etag: str | None = None
    modified: str | None = None
    why: str = ""  # what it is expected to bring, for people
    hosts: list[str] = []  # of other owners that a redirect may lead to
    object_id: str = ""  # whose own page it is
    aside: bool = False  # it is asked to learn by: what it shows is not told


# ---- pages: fetch, analyse, plan -> analyse


class Page(Record, frozen=True, kw_only=True, omit_defaults=True, tag="page"):
    """What the web answered: every request ends as one of these."""

    site: str
    number: int
    low: int
    url: str  # as asked
    final_url: str  # after redirects
    reason: str
    outcome: str  # ok, or a word of `outcomes`
    fetched_at: float
    query: str | None = None
    status: int = 0
    headers: dict[str, str] = {}  # lower-case names, only those we use
    body: bytes = b""  # zstd, compressed once where it was fetched
    elapsed_s: float = 0.0
    detail: str = ""  # one sentence for people when the outcome is not ok
    method: str = "GET"
    archive: str = ""  # digest of where it was saved; `number` then counts its pages
    object_id: str = ""  # whose own page it is
    aside: bool = False  # it was asked to learn by: what it shows is not told


class Again(Record, frozen=True, kw_only=True, omit_defaults=True, tag="again"):
    """Read an earlier page once more with a newer model; never folded."""

    site: str
    seq: int
    url: str
    number: int
    offset: int  # of the page record, in the same partition
    model_version: int


class Publish(Record, frozen=True, kw_only=True, omit_defaults=True, tag="publish"):
    """A phase of plan has ended: publish what was learned."""

    site: str
    seq: int
    phase: str
    archive: str = ""  # whose pages have ended, in place of a phase of plan
    pins: list[Pin] | None = None  # what the operator says from now on; None: as before


# ---- findings: analyse, command line, timer -> plan


class Finding(Record, frozen=True, kw_only=True, omit_defaults=True, tag="finding"):
    """One page, read: the answer to request `number`."""

    site: str
    seq: int
    number: int
    url: str
    final_url: str
    reason: str
    outcome: str
    at: float
    query: str | None = None
    status: int = 0
    cluster: int | None = None
    empty: bool = False
    model_version: int = 0
    links: list[FoundLink] = []
    forms: list[FoundForm] = []
    objects: list[FoundObject] = []
    words: list[str] = []  # distinct words of the page, while there is no model yet
    matches: int | None = None  # how many the page says there are
    again: bool = False  # from a re-reading: its request was answered before
    detail: str = ""
    encoding: str = ""  # of the page
    came_back: str = "answer"  # or no_match error block login script other_type moved away
    doubtful: bool = False  # it may be something else than `came_back`
    similarity: float = 0.0  # of the page to the pages of its cluster
    route: str = ""  # template: by what the site has taught; search: by this page; none
    why: dict[str, float] = {}  # the rules that decided how it was read, with their numbers
    changes: int | None = None  # objects that it shows otherwise than when it was read last
    etag: str | None = None  # of its body, as the site says
    modified: str | None = None  # when it was last changed, as the site says
    columns: list[list[str]] | None = None  # of an object's own page, their words; None: unread
    alarm: Alarm | None = None  # of field health, that this page raised
    held: int = 0  # objects that are not told yet, for want of another page
    lost: list[str] = []  # ids of what it showed and no page shows any more, as they are read now


class Learned(Record, frozen=True, kw_only=True, omit_defaults=True, tag="learned"):
    """A model was published; `again` earlier pages are being read once more with it."""

    site: str
    seq: int
    version: int
    n_pages: int
    n_clusters: int
    again: int
    at: float = 0.0


class SiteAdded(Record, frozen=True, kw_only=True, omit_defaults=True, tag="added"):
    """Open a site, or change its settings (always the whole setting)."""

    site: str
    url: str
    settings: dict[str, Any] = {}
    at: float = 0.0


class SitePaused(Record, frozen=True, kw_only=True, omit_defaults=True, tag="paused"):
    """Stop asking a site, or go on."""

    site: str
    paused: bool
    at: float = 0.0


class Pinned(Record, frozen=True, kw_only=True, omit_defaults=True, tag="pinned"):
    """What is said of a site, in the dashboard, in place of what was learned; the rest stays."""

    site: str
    pins: list[Pin]
    at: float = 0.0


class Names(Record, frozen=True, kw_only=True, omit_defaults=True, tag="names"):
    """Names of one type, or queries of a log, that may be asked of a site: a part of a list."""

    site: str
    type: str  # log: queries
    names: list[str]
    at: float = 0.0


class Tick(Record, frozen=True, kw_only=True, omit_defaults=True, tag="tick"):
    """The timer's time; a reducer takes the largest it has seen."""

    site: str
    at: float


class Expired(Record, frozen=True, kw_only=True, omit_defaults=True, tag="expired"):
    """Nobody answered a request, asked once more; what it was, if the log still has it."""

    site: str
    number: int
    at: float
    url: str = ""
    reason: str = ""
    query: str | None = None


class Missing(Record, frozen=True, kw_only=True, omit_defaults=True, tag="missing"):
    """A page that was visited again does not show an object any more: it may be gone."""

    site: str
    id: str
    page_url: str
    at: float
    url: str | None = None  # its own page
    search: str = ""  # whose whole list has lost it, in place of a page


# ---- objects: analyse, plan -> watch


class Seen(Record, frozen=True, kw_only=True, omit_defaults=True, tag="seen"):
    """An object was on a page, new or different from that page's last reading."""

    site: str
    seq: int
    id: str
    page_url: str
    text: str
    at: float
    url: str | None = None  # its own page
    query: str | None = None
    fields: dict[str, str] = {}
    links: list[str] = []
    model_version: int = 0  # that read it
    said: int = 0  # digest of its text without its place in the list; 0: of the whole
    rest: str = ""  # what it says beside its fields
    before_at: float = 0.0  # when its page, fetched earlier, said something else of it; 0: not
    otherwise: bool = False  # its page was read by other rules then: what differs may be these
    unsteady: list[str] = []  # columns that are no news: they follow the query, or turn
    was: str = ""  # its id by the rule of an earlier model, under which the page showed it
    number: int = 0  # of the request for its page
    typed: dict[str, Any] = {}  # columns whose type is sure: number, ISO date, bool, list, object
    provenance: dict[str, list[Any]] = {}  # column -> page ("": page_url), slot, model version
    is_own: bool = False  # it is what the object's own page says, beside what rows say
    called: dict[str, str] = {}  # columns of which the operator says something -> name; "": none
    names: dict[str, str] = {}  # columns that own pages call something, by slot -> name


class Absent(Record, frozen=True, kw_only=True, omit_defaults=True, tag="absent"):
    """A page that had the object does not have it any more."""

    site: str
    seq: int
    id: str
    page_url: str
    at: float
    model_version: int = 0  # that read the page
    nowhere: bool = False  # read again, and no other answer of the site shows it
    becomes: str = ""  # its id by the rule of a later model: the page shows it under that one
    visit: bool = False  # the page was visited again: the object may be gone


class Gone(Record, frozen=True, kw_only=True, omit_defaults=True, tag="gone"):
    """An object was looked for where it has to be, and was not there, so many times."""

    site: str
    seq: int
    id: str
    page_url: str  # where it was looked for
    at: float
    n_missed: int
    why: str
    model_version: int = 0


# ---- changes: watch -> deliver, any consumer


class Change(Record, frozen=True, kw_only=True, omit_defaults=True, tag="change"):
    """new, changed, corrected, withdrawn, gone, back, alias: the whole object.

    Its id is (id, version). An alias ends an id: the object goes on under the one it `becomes`.
    Entered, left and moved say of the list of a `search` where the object stands in it.
    """

    id: str
    version: int
    event: str
    site: str
    page_url: str
    text: str
    seen_at: float
    url: str | None = None
    query: str | None = None
    fields: dict[str, str] = {}
    links: list[str] = []
    before: dict[str, str] = {}  # of a change: the fields that differ, as they were
    becomes: str = ""  # of an alias: the id of the object from now on
    was: str = ""  # of what is new: the id that it had before a later model told objects apart
    evidence: dict[str, Any] = {}  # number of the page's request, model version, what was missed
    typed: dict[str, Any] = {}  # columns whose type is sure: number, ISO date, bool, list, object
    provenance: dict[str, list[Any]] = {}  # column -> page ("": page_url), slot, model version
    conflicts: dict[str, list[str]] = {}  # column -> what another page says, and which
    search: str = ""  # whose list it entered, left or moved in
    place: tuple[int | None, int | None] | None = None  # in that list, before and after, from 1


# ---- models, readings, sites, dead letters


class ModelPublished(Record, frozen=True, kw_only=True, omit_defaults=True, tag="model"):
    """A site's published model: `body` is JSON that people can read."""

    site: str
    version: int
    n_pages: int
    body: bytes
    at: float = 0.0
    model: bytes = b""  # what pages are read by, as analyse keeps it: a packed part


class PageRead(Record, frozen=True, kw_only=True, omit_defaults=True, tag="reading"):
    """One whole reading of one page, as `analyse` writes it (DESIGN 6.2): `line` is that object."""

    site: str
    url: str
    line: dict[str, Any]


class SiteStatus(Record, frozen=True, kw_only=True, omit_defaults=True, tag="site"):
    """Desired state and where the site stands; compacted, the newest is the whole truth."""

    site: str
    url: str
    settings: dict[str, Any]
    phase: str  # discover browse probe learn widen harvest details watch waiting parked paused
    reason: str = ""
    issued: int = 0
    answered: int = 0
    outstanding: int = 0
    queries: int = 0
    objects: int = 0
    model_version: int = 0
    template: str | None = None
    way: str = ""  # form, opensearch, search-action, template, selects: how it is asked
    hidden: list[str] = []  # what the form's defaults left out, in words
    at: float = 0.0
    overdue: list[int] = []  # requests to be asked once more, under the same number
    expired: list[int] = []  # requests that nobody answered then either
    brought: dict[str, tuple[int, int]] = {}  # reason of requests -> how many, new objects
    away_since: float = 0.0  # while it waits: when the site stopped answering
    next_at: float = 0.0  # and when it is asked again
    expected: float | None = None  # new objects of a further request, in the harvest
    barren: int = 0  # questions in a row without a new object
    coverage: SiteCoverage = SiteCoverage()
    overlap: float = 0.0  # objects on answers for each distinct one
    only_listed: int = 0  # objects that lists showed and no question found, about
    arguments: list[tuple[str, bool | None]] = []  # whether each chooses objects; None: unknown
    n_cut: int = 0  # answers that hide some of their matches
    unsure: float = 0.0  # share of its pages that are of a kind nobody is sure of, by its model
    alarms: list[Alarm] = []  # the last ones of field health
    pinned: PinStatus = PinStatus()
    searches: list[WatchedSearch] = []  # in place of the whole site
    not_asked: list[str] = []  # templates of its forms that ask for something else


class DeadLetter(Record, frozen=True, kw_only=True, omit_defaults=True, tag="dead"):
    """A record that could not be handled, and why."""

    topic: str
    partition: int
    offset: int
    key: bytes
    value: bytes
    reason: str
    trace: str = ""
    at: float = 0.0
    size: int = 0  # bytes of key and value, when they are too many and stay at their offset
    verdict: bool = False  # of a clock or a death: a replay keeps to it and does not try again


class Settled(Record, frozen=True, kw_only=True, omit_defaults=True, tag="settled"):
    """A dead letter that nobody has to look at any more."""

    partition: int  # of the letter, in the topic of dead letters
    offset: int
    how: str  # retried, dropped
    at: float = 0.0


PageRecord = Page | Again | Publish
FindingRecord = (
    Finding | Learned | SiteAdded | SitePaused | Pinned | Names | Tick | Expired | Missing
)
ObjectRecord = Seen | Absent | Named | Gone | Placed | Change
SiteRecord = ModelPublished | PageRead | SiteStatus
AnyRecord = Request | PageRecord | FindingRecord | ObjectRecord | SiteRecord | DeadLetter | Settled
