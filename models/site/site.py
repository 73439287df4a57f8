"""The algorithms without a stream: one site's pages in, readings out (`import upwell`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from upwell.errors import RecordError

from ..pagelets import PageletModel
from ..pagelets import learn as learn_pagelets
from ..pagelets import read as read_pagelets
from ..pagelets import templates_of as columns_of
from ..pagelets.fields.extraction import Columns
from ..pagelets.learning.vote_sample import Leads
from ..pages.came_back import Response
from ..sample.retained import page_hash
from ..templates import KindTable, Template
from ..tree.parse import parse
from ..tree.tagtree import TagTree
from .contents.as_list import by_contents
from .contents.model import ContentsModel, learn_contents
from .contents.page_links import page_links
from .contents.params import PAGES
from .contents.reading import Contents, read_contents
from .judging import is_listed, judge_alone
from .kinds.decision import LEADS_OUT, KindDecision
from .kinds.evidence import boxes_of, decide_kinds, read_as_items
from .kinds.items import as_item, batch_tables, templates_of
from .model import SiteModel
from .observation import Observation, observe, seen_of
from .reading import LED_BY, Reading
from .render_reading import read_alone, render_reading
from .state import SiteState
from .unreadable import as_bytes, unanswered, unreadable

FIRST_PUBLISH = 20
SCHEMA = 2  # of what `save` gives


class _Saved(msgspec.Struct, array_like=True):
    state: bytes
    model: SiteModel | None
    due: int


class SavedPage(NamedTuple):
    """A parsed page with its name and, when known, the query it answers."""

    name: str
    tree: TagTree
    query: str | None = None


class Site:
    """One site, page by page: the same state and model that the agents run.

    Examples
    --------
    >>> site = Site()
    >>> page = b"<h1>Otters</h1><ul><li><a href=/1>one</a> a first text</ul>"
    >>> reading = site.observe(page, url="http://a.example/s?q=otters", query="otters")
    >>> reading.empty
    False
    """

    def __init__(self) -> None:
        self.state = SiteState()
        self.model: SiteModel | None = None
        self._due = FIRST_PUBLISH

    def observe(
        self,
        html: bytes | str,
        url: str = "",
        query: str | None = None,
        nonsense: bool = False,
        *,
        status: int | None = 0,
        content_type: str = "",
        final_url: str = "",
    ) -> Reading:
        """Read a page with the standing model, then learn from it.

        Its cluster is what the learner says: the id stays, or leads to where the page is put later.
        A model is published at 20 pages, then at doubling counts and when it is outgrown;
        `publish` does so at once. What is no page (an image, the answer of an interface, nothing
        at all) has an outcome of its own and teaches nothing.

        Parameters
        ----------
        html
            The page; what came in place of one.
        url
            That was asked for.
        query
            What was asked; None: no question.
        nonsense
            The query is a word that nobody uses.
        status
            Of the response; 0: not known, as of a saved page; None: no response came.
        content_type
            Of the response, with its charset; empty: not known.
        final_url
            After redirects; empty: there was none.

        Examples
        --------
        >>> Site().observe(b"", "http://a.example/s?q=x", status=503).came_back
        'away'
        """
        at = final_url or url
        if status is None:
            return unanswered(at)
        response = Response(status, url if at != url else "")
        body = as_bytes(html)
        if (none := unreadable(body, at, response, content_type)) is not None:
            return none
        tree = parse(body, content_type, at)
        name = at or f"page-{self.state.n_pages}"
        return self.observe_tree(tree, name, query, nonsense, response)

    def observe_tree(
        self,
        tree: TagTree,
        name: str,
        query: str | None = None,
        nonsense: bool = False,
        response: Response | None = None,
    ) -> Reading:
        """`observe` for a page that is parsed already."""
        observation = observe(tree, name, query, nonsense, response)
        if self.model is None:
            reading, rank = read_alone(tree, name, query, response), {}
        else:
            reading, rank = self.model.read_tree(tree, observation), self.model.clusters.rank
        cluster = self.state.fold(self.state.with_vote(observation, tree))
        place = rank.get(cluster, len(rank))
        reading = msgspec.structs.replace(reading, cluster=cluster, cluster_rank=place)
        if self.state.n_pages >= self._due:
            self._due *= 2
            self.publish()
        elif self.model is not None and self.state.outgrown(self.model):
            self.publish()
        return reading

    def publish(self) -> SiteModel | None:
        """Publish a model of what was learned so far; None before the first page."""
        version = self.model.version + 1 if self.model else 1
        self.model = self.state.publish(version) or self.model
        return self.model

    def save(self) -> bytes:
        """The learned state and the standing model; `load` goes on exactly where they stood."""
        saved = _Saved(self.state.encode(), self.model, self._due)
        return bytes([SCHEMA]) + msgspec.msgpack.encode(saved)

    @classmethod
    def load(cls, data: bytes) -> Site:
        """A site from what `save` gave.

        Raises
        ------
        RecordError
            If these bytes are something else, or of a version that is not read any more.
        """
        if data[:1] != bytes([SCHEMA]):
            raise RecordError(
                f"no site of schema {SCHEMA}: saved by another version, or something else;"
                " observe its pages again"
            )
        site = cls()
        try:
            saved = msgspec.msgpack.decode(data[1:], type=_Saved)
            site.state = SiteState.decode(saved.state)
        except (msgspec.MsgspecError, ValueError, KeyError, IndexError) as error:
            raise RecordError(f"a saved site is damaged: {error}") from error
        site.model, site._due = saved.model, saved.due
        return site


def analyse(pages: Sequence[SavedPage], entity: bool = False) -> list[Reading]:
    """All pages of one site at once: learn from every one, then read every one.

    Clusters come from one last clustering of the sample, so they do not depend on the order.

    References
    ----------
    THOR IV; fig. 2.
    """
    if not pages:
        return []
    state = SiteState()
    for page in pages:
        state.names.fold(page.tree.families)
    names = state.names.frozen()
    pages = [page._replace(tree=page.tree.with_site_places(names)) for page in pages]
    observations = [observe(page.tree, page.name, page.query) for page in pages]
    for seen in observations:
        state.clusters.fold(seen.url, seen.signature)
    clusters = state.clusters.publish()
    assert clusters is not None  # there is at least one page
    assigned = [clusters.assign(seen.signature) for seen in observations]
    kinds = [one.cluster for one in assigned]
    learner = learn_pagelets([(page.tree, page.query) for page in pages], kinds=kinds)
    taught = learner.publish()
    found = [
        read_pagelets(page.tree, taught.of(kind), page.query, entity, published=False)
        for page, kind in zip(pages, kinds, strict=True)
    ]
    columns = Columns(columns_of([page.tree for page in pages], found))
    leads = learner.leads(
        taught, {page_hash(page.name): kind for page, kind in zip(pages, kinds, strict=True)}
    )
    tables = batch_tables(pages, kinds)
    templates = templates_of(tables)
    contents = _learn_contents(pages, kinds, tables)
    decisions = _decide_kinds(pages, kinds, taught, templates, leads, contents)
    templates, boxes = read_as_items(decisions, templates), boxes_of(decisions, taught)
    framed = _on_several_kinds(observations, kinds)
    out = []
    for page, seen, kind, one in zip(pages, observations, assigned, found, strict=True):
        led: list[Contents] = []
        if page.query is None and not entity:
            led = read_contents(page.tree, contents)
            decided = decisions.get(kind.cluster)
            is_list = decided is not None and decided.rule == LEADS_OUT
            one = by_contents(page.tree, one, contents, kind.cluster, led, is_list)
        lists = {known.key for known in taught.of(kind.cluster).lists}
        judged = judge_alone(seen_of(seen), one, is_listed(page.tree, one, lists), framed)
        template = templates.get(kind.cluster) if judged.came_back == "answer" else None
        beside = boxes.get(kind.cluster, frozenset())
        item = None
        if LED_BY not in one.why:
            to = contents.is_led_to(kind.cluster)
            item = as_item(page.tree, one, template, page.query, boxes=beside, led=to)
        told_by = (clusters.rank, one, judged, columns, item, decisions.get(kind.cluster))
        out.append(render_reading(page.tree, page.name, kind, *told_by, contents=led))
    return out


def _learn_contents(
    pages: Sequence[SavedPage], kinds: Sequence[int], tables: Mapping[int, KindTable]
) -> ContentsModel:
    """Where the links of saved pages lead, as a stream of them would teach."""
    unasked = {page_hash(page.name): page.tree for page in pages if page.query is None}
    links = {page: page_links(unasked[page]) for page in sorted(unasked)[:PAGES]}
    rows = {page: row for table in tables.values() for page, row in table.rows.items()}
    of = {page_hash(page.name): kind for page, kind in zip(pages, kinds, strict=True)}
    return learn_contents(links, rows, of)


def _decide_kinds(
    pages: Sequence[SavedPage],
    kinds: Sequence[int],
    taught: PageletModel,
    templates: Mapping[int, Template],
    leads: Mapping[int, Leads],
    contents: ContentsModel,
) -> dict[int, KindDecision]:
    """What each kind of saved pages is; of those nobody knows which answer nonsense."""
    n_pages = Counter(kinds)
    n_asked = Counter(k for page, k in zip(pages, kinds, strict=True) if page.query is not None)
    asked = {kind for kind, n in n_pages.items() if 2 * n_asked[kind] >= n}
    return decide_kinds(n_pages, asked, {}, taught, templates, leads, contents)


def _on_several_kinds(observations: Sequence[Observation], kinds: Sequence[int]) -> set[int]:
    """Places of fields for a password that stand on pages of more than one kind."""
    held: dict[int, set[int]] = {}
    for seen, kind in zip(observations, kinds, strict=True):
        for place in seen.signs.passwords:
            held.setdefault(place, set()).add(kind)
    return {place for place, of in held.items() if len(of) > 1}
