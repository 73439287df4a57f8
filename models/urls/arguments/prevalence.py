"""Argument prevalence: which URLs of a site ask the same, before they are fetched (ENT 6.3).

`fold` learns from the links of answer pages, `url_class` removes what does not matter, `keep`
lets the first URL of each class through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from upwell.models.sample import lowest

from ..canonical import arguments, canonical, tracks, without
from ..manners.owner import same_owner
from .relevance import ArgumentVerdict, PrevalenceParams
from .table import ArgumentTable, folded, text_hash

DEFAULTS = PrevalenceParams()


@dataclass(slots=True)
class Prevalence:
    """Learns from the links of a site's answer pages which URL arguments matter.

    Parameters
    ----------
    query_argument
        The argument of the template that holds the query. None: the one that most pages' own
        URLs say their query with.

    Reading
    -------
    D(p) are the arguments of second-level URLs, those with the query argument. Arguments of other
    links of the site are counted apart and judge only links of that kind: the menu of all
    categories on every page says nothing about the facet of the same name.

    Examples
    --------
    >>> site = Prevalence()
    >>> for query in ["gps", "ipad", "phone", "tv"]:
    ...     page = f"http://buy.example/s?qu={query}"
    ...     site.fold(page, query, [f"{page}&sort={i}&mfgid={query[0]}" for i in range(4)])
    >>> [(verdict.argument, verdict.relevant) for verdict in site.relevance()]
    [('mfgid', False), ('qu', True), ('sort', False)]
    >>> site.url_class("http://buy.example/s?qu=gps&sort=4")
    'http://buy.example/s?qu=gps'

    References
    ----------
    ENT 6.3; definition 4; table 7.
    """

    params: PrevalenceParams = DEFAULTS
    query_argument: str | None = None
    sayers: dict[str, int] = field(default_factory=dict)  # arguments that said a page's query
    second_level: ArgumentTable = field(default_factory=ArgumentTable)
    other: ArgumentTable = field(default_factory=ArgumentTable)
    settled: dict[str, bool] = field(default_factory=dict)
    pinned: dict[str, bool] = field(default_factory=dict)  # by the operator; no part of the state
    tried: dict[str, int] = field(default_factory=dict)  # URLs let through, by undecided argument
    classes: dict[int, None] = field(default_factory=dict)  # hashes of classes let through
    _known: dict[tuple[str, bool], ArgumentVerdict] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def fold(self, page_url: str, query: str | None, links: Iterable[str]) -> None:
        """Learn from one answer page: its URL, its query and its links' URLs.

        A page whose query is not known counts as a query of its own.
        """
        said = folded(query or "")
        for name in dict.fromkeys(a for a, v in arguments(page_url) if said and folded(v) == said):
            self.sayers[name] = self.sayers.get(name, 0) + 1
        second, other = self._values(page_url, lowest(links, self.params.max_links))
        page = said or canonical(page_url)
        self.second_level.fold(second, page, said, self.params)
        self.other.fold(other, page, said, self.params)
        self._known.clear()

    def judge_by(self, params: PrevalenceParams) -> None:
        """Judge by other parameters from now on; what was learned stays."""
        self.params = params
        self._known.clear()

    def pin(self, relevant: Mapping[str, bool]) -> None:
        """Judge pinned arguments as the operator says from now on."""
        self.pinned = dict(relevant)
        self._known.clear()

    def without_pinned(self, url: str) -> str:
        """The URL without arguments of which the operator says that they are irrelevant."""
        dropped = {name for name, relevant in self.pinned.items() if not relevant}
        names = {name for name, _ in arguments(url)} if dropped else set()
        return without(url, dropped.__contains__) if names & dropped else url

    def relevance(self) -> list[ArgumentVerdict]:
        """A verdict on every argument, by name; of second-level URLs where it has one there."""
        return [
            self._verdict(name)
            for name in sorted({*self.second_level.samples, *self.other.samples})
        ]

    def settle(self, argument: str, relevant: bool) -> None:
        """Fix the verdict on an argument: a trial pair has decided it."""
        self.settled[argument] = relevant
        self._known.clear()
        self.tried.pop(argument, None)

    def url_class(self, url: str) -> str:
        """The URL without irrelevant arguments: URLs of one class ask the same."""
        verdicts = self._verdicts_of(url)
        drop = {name for name, verdict in verdicts.items() if not verdict.relevant}
        return without(url, lambda name: tracks(name) or name in drop)

    def added_argument(self, url: str, asked: str) -> str | None:
        """The one argument that a URL adds to what was asked.

        Examples
        --------
        >>> Prevalence().added_argument("http://a.example/s?q=x&shelf=2", "http://a.example/s?q=x")
        'shelf'
        """
        more = {name for name, _ in arguments(url)} - {name for name, _ in arguments(asked)}
        return more.pop() if len(more) == 1 else None

    def repeats(self, url: str, asked: str) -> bool:
        """Whether a URL is what was asked in another spelling, and nothing is left to try."""
        name = self.added_argument(url, asked)
        same = self.url_class(url) == self.url_class(asked)
        return same and (name is None or name in self.settled or name in self.pinned)

    def try_once(self, url: str, asked: str) -> bool:
        """Whether a URL may be asked; one that seems to repeat what was asked, once an argument.

        Reading
        -------
        Values that are the same for all queries are those of an order, or those of a facet. What
        one of them brings tells, and `settle` is told.
        """
        if self.url_class(url) != self.url_class(asked):
            return True
        name = self.added_argument(url, asked)
        if name is None or self.tried.get(name):
            return False
        self.tried[name] = 1
        return True

    def passed(self, url: str) -> bool:
        """Whether a URL of this class was let through."""
        return text_hash(self.url_class(url)) in self.classes

    def keep(self, url: str) -> bool:
        """Whether to ask this URL: it is the first of its class.

        Reading
        -------
        One URL of a class is asked as it stands, because some break without an irrelevant
        argument. While an argument is undecided at most three URLs with it pass; the others are
        not remembered and pass when it is decided.
        """
        class_hash = text_hash(self.url_class(url))
        if class_hash in self.classes:
            return False
        open_names = [n for n, v in self._verdicts_of(url).items() if not v.decided]
        if any(self.tried.get(name, 0) >= self.params.undecided_urls for name in open_names):
            return False
        for name in open_names:
            self.tried[name] = self.tried.get(name, 0) + 1
        self.classes[class_hash] = None
        if len(self.classes) > self.params.max_classes:
            del self.classes[next(iter(self.classes))]
        return True

    def encode(self) -> bytes:
        """The state as bytes; parameters are not part of it."""
        state = {name: getattr(self, name) for name in _STATE}
        return msgspec.msgpack.encode(state)

    @classmethod
    def decode(cls, data: bytes, params: PrevalenceParams | None = None) -> Prevalence:
        """The learner that `encode` wrote."""
        state = msgspec.msgpack.decode(data, type=_State)
        values = {name: getattr(state, name) for name in _STATE}
        return cls(params or DEFAULTS, **values)

    def says_query(self) -> str | None:
        """The argument that holds the query."""
        if self.query_argument is not None or not self.sayers:
            return self.query_argument
        return min(self.sayers, key=lambda name: (-self.sayers[name], name))

    def _values(
        self, page_url: str, links: Iterable[str]
    ) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        """Values by argument in second-level links, and in the other links of the site."""
        second: dict[str, set[str]] = {}
        other: dict[str, set[str]] = {}
        says = self.says_query()
        for url in dict.fromkeys(links):
            pairs = arguments(url)
            if not pairs or not same_owner(url, page_url):
                continue
            table = second if says is None or any(name == says for name, _ in pairs) else other
            for name, value in pairs:
                if not tracks(name):
                    table.setdefault(name, set()).add(value)
        return second, other

    def _verdicts_of(self, url: str) -> dict[str, ArgumentVerdict]:
        names = {name for name, _ in arguments(url)}
        says = self.says_query()
        second = says is None or says in names
        return {name: self._verdict(name, second) for name in sorted(names)}

    def _verdict(self, argument: str, second: bool = True) -> ArgumentVerdict:
        key = argument, second
        if key not in self._known:
            self._known[key] = self._decide(argument, second)
        return self._known[key]

    def _decide(self, argument: str, second: bool) -> ArgumentVerdict:
        there = argument in self.second_level.samples
        known = there if second else argument not in self.other.samples and there
        table = self.second_level if known else self.other
        verdict = table.verdict(argument, self.params)
        if argument in self.pinned:
            pinned = self.pinned[argument]
            return ArgumentVerdict(argument, verdict.prevalence, pinned, True, "pinned")
        if argument == self.says_query():
            return ArgumentVerdict(argument, verdict.prevalence, True, True, "holds the query")
        if argument in self.settled:
            settled = self.settled[argument]
            return ArgumentVerdict(argument, verdict.prevalence, settled, True, "settled")
        return verdict


class _State(msgspec.Struct):
    query_argument: str | None
    sayers: dict[str, int]
    second_level: ArgumentTable
    other: ArgumentTable
    settled: dict[str, bool]
    tried: dict[str, int]
    classes: dict[int, None]


_STATE = _State.__struct_fields__
