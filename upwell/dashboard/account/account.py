"""The account of one site: every address and every form that it showed, each in one place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from upwell.models.pins import Pins, pins_of
from upwell.models.tree.markup.links import absolute
from upwell.models.tree.tagtree import Form, TagTree
from upwell.models.urls.arguments.prevalence import Prevalence
from upwell.models.urls.canonical import canonical
from upwell.models.urls.manners import belongs, is_avoided, never_sent_because
from upwell.models.urls.search_forms import search_forms
from upwell.streams.records import SiteStatus

from . import reasons
from .reasons import Reason

SAMPLES = 3  # of each reason
UNDER_WAY = frozenset(
    {"discover", "browse", "probe", "learn", "widen", "harvest", "details", "waiting"}
)


@dataclass(slots=True)
class _Entry:
    """One address or form: where it was first seen, and what became of it, once that is known."""

    found_on: str
    reason: Reason | None = None
    same_as: str = ""
    action: str = ""  # where a form leads


@dataclass(slots=True)
class Account:
    """Filled from requests, answers and pages in any order; `summary` puts each in one place.

    Examples
    --------
    >>> status = SiteStatus(site="a.test", url="http://a.test/", settings={}, phase="parked")
    >>> account = Account(status)
    >>> account.issue("http://a.test/?q=1")
    >>> account.answer("http://a.test/", reasons.READ)
    >>> summary = account.summary()
    >>> summary["urls"]["met"], summary["urls"]["asked"], summary["urls"]["waiting"]
    (2, 1, 1)
    """

    status: SiteStatus
    urls: dict[str, _Entry] = field(default_factory=dict)
    forms: dict[str, _Entry] = field(default_factory=dict)
    objects: set[str] = field(default_factory=set)  # addresses of their own pages
    arguments: Prevalence = field(default_factory=Prevalence)
    refinements: set[str] = field(default_factory=set)  # links that ask the database once more
    pins: Pins = field(init=False)

    def __post_init__(self) -> None:
        self.pins = pins_of(self.status.pinned.pins)
        self.arguments.pin(self.pins.arguments)

    def issue(self, url: str) -> None:
        """A request was issued."""
        entry = self.urls.setdefault(canonical(url), _Entry(""))
        if entry.reason is None or entry.reason.state == reasons.LEFT_OUT:
            entry.reason = reasons.ISSUED

    def answer(self, url: str, reason: Reason) -> None:
        """A request was answered."""
        self.urls.setdefault(canonical(url), _Entry("")).reason = reason

    def refine(self, url: str, query: str, links: list[str]) -> None:
        """An answer has links that ask the database once more, of which one of each class is."""
        self.arguments.fold(url, query, links)
        self.refinements.update(map(canonical, links))

    def show(self, tree: TagTree, url: str) -> None:
        """A page showed links and forms."""
        home, hosts = self.status.url, self.status.settings.get("hosts", [])
        for link in tree.links:
            key = canonical(link.url)
            entry = self.urls.setdefault(key, _Entry(url))
            if entry.reason is not None:
                continue
            if not link.url.startswith(("http://", "https://")):
                entry.reason = reasons.NO_WEB
            elif not belongs(link.url, home, hosts):
                entry.reason = reasons.FOREIGN
            elif self.pins.forbids(link.url):
                entry.reason = reasons.PINNED
            elif is_avoided(link, url):
                entry.reason = reasons.PRIVATE
        self._show_forms(tree, url)

    def _show_forms(self, tree: TagTree, url: str) -> None:
        base = absolute(tree.base, url) or url if tree.base else url
        asking = [form for form, _ in search_forms(tree)]
        for form in tree.forms:
            action = canonical(absolute(form.action, base) or base).partition("?")[0]
            names = " ".join(sorted({one.name for one in form.fields if one.name}))
            key = f"{form.method.upper()} {action} {names}".strip()
            entry = self.forms.setdefault(key, _Entry(url))
            entry.action = action
            entry.reason = self._of_form(form, form in asking, action, base, url)

    def _of_form(self, form: Form, asks: bool, action: str, base: str, url: str) -> Reason:
        template = self.status.template or ""
        if self._is_pinned_away(action):
            return reasons.PINNED
        if not asks:
            return reasons.NEVER if never_sent_because(form, base, url) else reasons.NO_SEARCH
        if canonical(template.partition("{query}")[0]).partition("?")[0] == action:
            return reasons.READ
        if never_sent_because(form, base, url):
            return reasons.NEVER
        return reasons.CONSENT if form.method == "post" else reasons.OTHER_FORM

    def _is_pinned_away(self, action: str) -> bool:
        """Whether the operator says that what is sent there is never asked."""
        names = self.pins.names("form", "never")
        bare = action.partition("://")[2]
        return self.pins.forbids(action) or any(name.partition("?")[0] == bare for name in names)

    def summary(self) -> dict[str, Any]:
        """The whole account, every reason with its count, samples and what would let it in."""
        self._settle()
        return {
            "site": self.status.site,
            "phase": self.status.phase,
            "reason": self.status.reason,
            "urls": _counted(self.urls),
            "forms": _counted(self.forms),
        }

    def _settle(self) -> None:
        """Put every address that was not asked in a place: left out for a reason, or waiting."""
        closed = {
            url.partition("?")[0]
            for url, entry in self.urls.items()
            if entry.reason == reasons.ROBOTS
        }
        for form in self.forms.values():
            if form.reason == reasons.OTHER_FORM and form.action in closed:
                form.reason = reasons.ROBOTS
        asked = {
            self.arguments.url_class(url): url
            for url, entry in self.urls.items()
            if entry.reason is not None and entry.reason.state != reasons.LEFT_OUT
        }
        rest = self._rest()
        for url, entry in self.urls.items():
            if entry.reason is not None:
                continue
            same = asked.get(self.arguments.url_class(url)) if url in self.refinements else None
            if same is not None:
                entry.reason, entry.same_as = reasons.SAME, same
            else:
                entry.reason = reasons.OWN_PAGE if url in self.objects else rest

    def _rest(self) -> Reason:
        """The reason why an address that could be asked was not."""
        if self.status.phase in UNDER_WAY:
            return reasons.NOT_CHOSEN
        if self.status.reason.startswith("the budget"):
            return reasons.BUDGET
        browses = self.status.settings.get("browse", True)
        return reasons.NOT_WORTH if browses else reasons.BROWSING_OFF


def _counted(found: dict[str, _Entry]) -> dict[str, Any]:
    rows: dict[Reason, list[tuple[str, _Entry]]] = {}
    for name, entry in found.items():
        assert entry.reason is not None
        rows.setdefault(entry.reason, []).append((name, entry))
    order = (reasons.ASKED, reasons.WAITING, reasons.LEFT_OUT)
    states = {
        state: sum(len(r) for one, r in rows.items() if one.state == state) for state in order
    }
    return {
        "met": len(found),
        "asked": states[reasons.ASKED],
        "waiting": states[reasons.WAITING],
        "left_out": states[reasons.LEFT_OUT],
        "reasons": [
            {
                "reason": one.name,
                "state": one.state,
                "count": len(rows[one]),
                "option": one.option,
                "samples": _samples(rows[one]),
            }
            for one in sorted(rows, key=lambda one: (order.index(one.state), -len(rows[one])))
        ],
    }


def _samples(rows: Iterable[tuple[str, _Entry]]) -> list[dict[str, str]]:
    chosen = sorted(rows, key=lambda row: (len(row[0]), row[0]))[:SAMPLES]
    return [
        {"what": name, "found_on": entry.found_on}
        | ({"same_as": entry.same_as} if entry.same_as else {})
        for name, entry in chosen
    ]
