"""Plan's state of one site: a small head, and parts that change by their own rhythm."""

from __future__ import annotations

from typing import Any

import msgspec
from xxhash import xxh3_64_intdigest

from upwell.models.frontier.numbers import Ledger
from upwell.models.frontier.seen import Seen
from upwell.models.pins import Pin, merged_pins, pins_of
from upwell.models.queries.coverage import Captures
from upwell.models.queries.names import NameLists
from upwell.models.queries.pool import GIVEN, QueryPool
from upwell.models.urls.arguments.prevalence import Prevalence
from upwell.models.urls.manners import belongs
from upwell.streams.records import Alarm, FoundForm

from ..reducer import View
from ..state import opening
from .details.own_pages import OwnPages
from .params import FADING, N_BUCKETS
from .searching.searches import Searches
from .settings import SiteSettings
from .watching.suspects import Suspects
from .watching.visits import Visits

POOL = "pool."
SEEN = "seen."
ANSWERS = "answers."
COVERAGE = "coverage."
NAMES = "names."


class Wanted(msgspec.Struct, array_like=True):
    """A URL that waits for its turn, and why it is wanted."""

    url: str
    reason: str
    query: str | None = None
    not_before: float = 0.0
    key: str = ""  # of the list that it is a page of; not set: the query
    object_id: str = ""  # whose own page it is


class Answer(msgspec.Struct, array_like=True):
    """A list of several pages that is being followed: what a question brought."""

    awaited: int = 0  # pages under way
    unread: int = 0  # pages that no model has read yet, those under way among them
    asked: int = 0  # pages requested so far
    matches: int | None = None
    further: list[str] = []  # its next pages, not requested yet
    refined: list[str] = []  # second-level URLs of its first page
    n_objects: int = 0  # on its pages so far
    last: list[tuple[int, int]] = []  # of its last pages: objects, and how many were new
    first: list[int] = []  # objects of its first page, by hash, the lowest
    kind: int | None = None  # of its first page
    cursors: list[str] = []  # of the pages that were taken up: a page may have several addresses
    opened: int = 0  # number of the request for its first page
    is_list: bool = False  # met by browsing: no question was asked for it
    state: list[tuple[str, str]] = []  # what its newest page hides, of a POST

    def ahead(self, most: int) -> int:
        """Pages under way at a time: the first ones show whether it goes on."""
        return 1 if self.asked < 2 else min(2, most) if self.asked < 4 else most


class MenuLink(msgspec.Struct, array_like=True):
    """A link that may lead to a list."""

    says_list: bool
    n_pages: int  # that have it
    order: int
    found_on: str  # the first of them


class Tried(msgspec.Struct, array_like=True):
    """One productive query, sent as the form is and with each of its arguments otherwise."""

    query: str
    counts: bool  # its answer stands on one page: objects are counted, else what pages report
    open: list[int]  # choices of the form that are not sent yet; -1: as it is
    sent: dict[int, int] = {}  # number of the request -> its choice
    sizes: dict[int, float] = {}  # choice -> answers
    best: list[int] = []  # choices that show more, to be tested with nonsense
    nonsense: int = 0  # objects that nonsense brought with them


class Origin(msgspec.Struct, array_like=True):
    """Whose page a request is, until a model has read it."""

    key: str  # of the answer
    reason: str
    expected: float = 0.0  # new objects, of a next page


class Head(msgspec.Struct, omit_defaults=True):
    """The small state that changes with every answer."""

    url: str
    settings: dict[str, Any]
    phase: str = "discover"
    reason: str = ""
    paused: bool = False
    ledger: bytes = b""
    form: FoundForm | None = None
    now: float = 0.0
    probes: int = 0  # probe words issued so far
    queries: int = 0
    objects: int = 0
    n_ok: int = 0  # answers with a body
    n_failed: int = 0  # in a row
    failed_why: str = ""
    wall: tuple[str, int] = ("", 0)  # what came in place of answers, and pages in a row
    walled: int = 0  # questions in a row that met it
    n_refused: int = 0  # times in a row that the site did not answer
    refused_upto: int = 0  # requests up to here were on the way when it last refused
    uncounted: int = 0  # requests that take nothing of the budget
    good: str = ""  # the URL that was answered last
    stood: str = ""  # the phase in which it went away, or ended
    away_since: float = 0.0
    next_at: float = 0.0  # when it is asked again
    tries: int = 0  # in vain since it is away
    attempts: dict[str, int] = {}  # of URLs that failed and wait to be asked again
    selects: str = ""  # action of a form whose values are opened, where no form takes words
    posted: str = ""  # template of the POST form that the operator consents to
    states: list[list[tuple[str, str]]] = []  # what its pages hid, each to be sent once
    steady: bool | None = None  # whether its pages hide the same each time; None: unknown
    n_full: int = 0  # probe answers that were not empty
    full: list[str] = []  # the first probe words that brought several objects
    barren: int = 0  # questions since the last new object
    sampled: int = 0  # pages of answers that were left, asked since the last new object
    barren_links: int = 0  # pages opened for a list since the last that brought a new object
    productive: list[tuple[bool, int, str]] = []  # queries: whole on a page, size, most first
    tried: Tried | None = None  # what is tried against the form's defaults
    widened: bool = False  # that is done with
    hidden: list[str] = []  # what its defaults left out
    model_version: int = 0
    told: bool = False  # analyse has said what it learned
    awaited: int = 0  # re-readings that a new model promised
    learning_at: float = 0.0  # since when they are waited for
    publishes: int = 0
    reported: int = 0  # answers at the last status record
    slept: float = 0.0  # seconds in which nothing was heard of the site
    asked: list[tuple[int, float]] = []  # from this number on requests were sent at this time
    again_at: dict[int, float] = {}  # numbers that were asked once more, and when
    given_up: list[int] = []  # those of them that nobody answered then either
    brought: dict[str, tuple[int, int]] = {}  # reason -> requests, new objects
    cursors: dict[int, tuple[int, int]] = {}  # of pages: went on, did not (urls/pager/verdicts)
    pages_read: list[tuple[int, int]] = []  # the last ones: objects, and how many were new
    page_hope: float = 0.0  # new objects that next pages were expected to bring, the last ones most
    page_yield: float = 0.0  # and brought
    closed_at: int = -1  # requests when the last model was published for good
    no_pages: list[str] = []  # classes of addresses that turned out to be no pages
    encodings: dict[str, tuple[int, int]] = {}  # of questions: sent in it, brought objects
    forms: list[FoundForm] = []  # that may be asked in place of the form
    found_by: dict[str, int] = {}  # language of a probe, or own -> answers with objects
    languages: dict[str, int] = {}  # dictionary words that stand on the first pages
    n_related: int = 0  # queries that pages offered
    then: str = "harvest"  # the phase after a model was waited for
    n_linked: int = 0  # links of menus so far
    yielded: dict[str, tuple[int, int]] = {}  # class of links -> opened, new objects
    paid: dict[str, int] = {}  # class of links -> pages opened that showed objects or led to them
    showing: list[str] = []  # these pages, the last ones
    own_upto: int = 0  # own pages that a model was made of
    own_opened: int = 0
    rests: str = ""  # why nothing but own pages is asked any more
    said: list[Pin] = []  # in the dashboard, in place of what was learned
    dropped: list[str] = []  # templates of forms that brought nothing
    patterns_met: list[str] = []  # pinned ones that an address fitted


class Plan:
    """Decoded state: lives in the view's cache, is written back part by part."""

    def __init__(self, site: str, head: Head) -> None:
        self.site = site
        self.head = head
        self.settings = SiteSettings.of(head.settings)
        self.pins = pins_of(merged_pins(head.said, self.settings.pins))
        self.ledger = Ledger.decode(head.ledger) if head.ledger else Ledger()
        self.pool = self._new_pool()
        self.seen = Seen()
        self.prevalence = Prevalence(self.settings.arguments)
        self.captures = Captures()
        self.names = NameLists()
        self.frontier: list[Wanted] = []
        self.refinements: list[Wanted] = []
        self.answers: dict[str, Answer] = {}  # by query: those that may go on
        self.origins: dict[int, Origin] = {}  # by number of the request
        self.menu: dict[str, MenuLink] = {}  # by URL
        self.words: list[str] = []  # of its first pages, while no object was found
        self.visits = Visits()
        self.suspects = Suspects()
        self.own_pages = OwnPages()
        self.searches = Searches()
        self.alarms: list[Alarm] = []  # of field health, the last ones
        self.anew = False  # what is stored is of an earlier plan; not stored
        self.stalled = False  # no refinement can be asked before more is learned; not stored
        self.changed: set[str] = set()  # whole parts to write: frontier, answers.3, ...

    @classmethod
    def load(cls, view: View) -> Plan | None:
        """From the view: its cache, or its head and parts; None for a site never added."""
        cached = view.cache.get("plan")
        if isinstance(cached, Plan):
            return cached
        raw = view.head()
        if raw is None:
            return None
        with opening(view.key):
            plan = cls._opened(view, raw)
        view.cache["plan"] = plan
        return plan

    @classmethod
    def _opened(cls, view: View, raw: bytes) -> Plan:
        plan = cls(view.key, _head(raw))
        names = view.parts()
        plan.pool = QueryPool.decode_parts(
            {name[len(POOL) :]: _part(view, name) for name in names if name.startswith(POOL)},
            seed=plan.settings.seed,
            overhead=plan.settings.overhead,
            select=plan.settings.select,
        )
        plan.seen = Seen.decode(
            {name[len(SEEN) :]: _part(view, name) for name in names if name.startswith(SEEN)}
        )
        plan.names = NameLists.decode([_part(view, n) for n in names if n.startswith(NAMES)])
        plan.captures = Captures.decode(
            {n[len(COVERAGE) :]: _part(view, n) for n in names if n.startswith(COVERAGE)}
        )
        if "frontier" in names:
            plan.frontier = _frontier(_part(view, "frontier"))
        if "refinements" in names:
            plan.refinements = _frontier(_part(view, "refinements"))
        for name in names:
            if name.startswith(ANSWERS):
                plan.answers |= _answers(_part(view, name))
        if "menu" in names:
            plan.menu = _menu(_part(view, "menu"))
        if "words" in names:
            plan.words = _words(_part(view, "words"))
        if "origins" in names:
            plan.origins = _origins(_part(view, "origins"))
        plan.visits = Visits.load(view)
        plan.suspects = Suspects.load(view)
        plan.searches = Searches.load(view)
        plan.own_pages = OwnPages.load(view, plan.seen)
        if "alarms" in names:
            plan.alarms = _alarms(_part(view, "alarms"))
        if "prevalence" in names:
            plan.prevalence = Prevalence.decode(_part(view, "prevalence"), plan.settings.arguments)
            plan.prevalence.pin(plan.pins.arguments)
        return plan

    def save(self, view: View) -> None:
        """Write what changed; the loop stores parts before the head that names them."""
        view.cache["plan"] = self
        for name in view.parts():
            stale = self.anew and not name.startswith(NAMES)
            if stale or ("pool" in self.changed and name.startswith(POOL)):
                view.put(name, None)
        dirty: dict[str, Any] = {POOL: self.pool.encode_dirty(), SEEN: self.seen.encode_dirty()}
        dirty |= {NAMES: self.names.encode_dirty(), COVERAGE: self.captures.encode_dirty()}
        for prefix, parts in dirty.items():
            for name, value in parts.items():
                view.put(prefix + name, value)
        for name in sorted(self.changed & {"frontier", "refinements", "origins", "alarms"}):
            view.put(name, _encode(getattr(self, name)))
        for name in sorted(name for name in self.changed if name.startswith(ANSWERS)):
            kept = {key: a for key, a in self.answers.items() if _bucket(key) == name}
            view.put(name, _encode(kept) if kept else None)
        if "menu" in self.changed:
            view.put("menu", _encode(self.menu) if self.menu else None)
        if "words" in self.changed:
            view.put("words", _encode(self.words) if self.words else None)
        if "prevalence" in self.changed:
            view.put("prevalence", self.prevalence.encode())
        for part in (self.visits, self.suspects, self.searches, self.own_pages):
            part.save(view)
        self.changed.clear()
        self.anew = False
        self.head.ledger = self.ledger.encode()
        self.head.settings = self.settings.as_record()
        view.set_head(_encode(self.head))

    def _new_pool(self) -> QueryPool:
        settings = self.settings
        return QueryPool(settings.seed, settings.overhead, select=settings.select)

    def use(self, settings: SiteSettings) -> None:
        """Other settings from now on."""
        self.settings = settings
        self.pool.select = settings.select
        self.prevalence.judge_by(settings.arguments)

    def forget_questions(self) -> None:
        """Begin with the words anew: they were asked of another form."""
        self.pool = self._new_pool()
        self.pool.add_words(self.settings.queries, GIVEN)
        self.changed.add("pool")

    def want(self, wanted: Wanted) -> None:
        """Put a URL on the frontier."""
        self.frontier.append(wanted)
        self.changed.add("frontier")

    def want_list(self, url: str) -> None:
        """Put the first page of what may be a list on the frontier."""
        answer = self.answer(url)
        answer.is_list = True
        answer.awaited += 1
        answer.asked += 1
        self.want(Wanted(url, "browse", key=url))

    def give_up_frontier(self) -> None:
        """What waits is not asked; lists among it are opened when their turn comes."""
        for wanted in self.frontier:
            self.close(wanted.key)
        self.frontier.clear()
        self.changed.add("frontier")

    @property
    def asks(self) -> bool:
        """Whether there is a form, and questions are wanted."""
        form = self.head.form
        return form is not None and form.template is not None and not self.settings.browse_only

    def owns(self, url: str) -> bool:
        """Whether a URL belongs to the owner of the site, and nobody forbids it."""
        return belongs(url, self.head.url, self.settings.hosts) and not self.forbids(url)

    def forbids(self, url: str) -> bool:
        """Whether the operator says that a URL is never asked."""
        pin = self.pins.of_address(url)
        if pin is not None and pin.name not in self.head.patterns_met:
            self.head.patterns_met.append(pin.name)
        return pin is not None and pin.verb == "never"

    @property
    def new_share(self) -> float:
        """Share of the objects of a further page that is new, as far as the last pages say."""
        returned = sum(n for n, _ in self.head.pages_read)
        new = sum(n for _, n in self.head.pages_read)
        return min(self.pool.new_share, (new + 1) / (returned + 1))

    @property
    def page_factor(self) -> float:
        """By how much less next pages bring than was new when their answers came."""
        return min(1.0, (self.head.page_yield + 1) / (self.head.page_hope + 1))

    def note_page(self, expected: float, new: int) -> None:
        """A next page brought so many new objects."""
        self.head.page_hope = FADING * self.head.page_hope + expected
        self.head.page_yield = FADING * self.head.page_yield + new

    def answer(self, key: str) -> Answer:
        """The answer of a query, to be changed; a new one where none is open."""
        self.changed.add(_bucket(key))
        return self.answers.setdefault(key, Answer())

    def unread(self, number: int) -> Origin | None:
        """Whose page it is, if no model had read it: it is not waited for any longer."""
        origin = self.origins.pop(number, None)
        if origin is not None:
            self.changed.add("origins")
            if origin.key in self.answers:
                answer = self.answer(origin.key)
                answer.unread = max(0, answer.unread - 1)
        return origin

    def close(self, key: str) -> None:
        """Nothing more is wanted of an answer."""
        if self.answers.pop(key, None) is not None:
            self.changed.add(_bucket(key))


def _bucket(key: str) -> str:
    return f"{ANSWERS}{xxh3_64_intdigest(key.encode('utf-8', 'replace')) % N_BUCKETS}"


_encode = msgspec.msgpack.Encoder().encode
_head = msgspec.msgpack.Decoder(Head).decode
_frontier = msgspec.msgpack.Decoder(list[Wanted]).decode
_answers = msgspec.msgpack.Decoder(dict[str, Answer]).decode
_menu = msgspec.msgpack.Decoder(dict[str, MenuLink]).decode
_words = msgspec.msgpack.Decoder(list[str]).decode
_alarms = msgspec.msgpack.Decoder(list[Alarm]).decode
_origins = msgspec.msgpack.Decoder(dict[int, Origin]).decode


def _part(view: View, name: str) -> bytes:
    value = view.part(name)
    if value is None:
        raise KeyError(f"the head of {view.key} names part {name}, which is not stored")
    return value
