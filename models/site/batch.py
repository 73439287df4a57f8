"""All saved pages of one site at once: learn from every one, then read every one (THOR IV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..pagelets import PageletModel, PageletReading
from ..pagelets import learn as learn_pagelets
from ..pagelets import read as read_pagelets
from ..pagelets import templates_of as columns_of
from ..pagelets.fields.extraction import Columns
from ..pagelets.learning.vote_sample import Leads
from ..pages.clusters.model import Assignment, ClusterModel
from ..sample.retained import page_hash
from ..templates import KindTable, Template
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
from .observation import Observation, observe, seen_of
from .reading import LED_BY, Reading
from .render_reading import render_reading
from .state import SiteState


class SavedPage(NamedTuple):
    """A parsed page with its name and, when known, the query it answers."""

    name: str
    tree: TagTree
    query: str | None = None


class _Learned(NamedTuple):
    """What all pages of a site have taught together."""

    clusters: ClusterModel
    lists: PageletModel
    columns: Columns
    contents: ContentsModel
    decisions: dict[int, KindDecision]
    templates: dict[int, Template]  # of kinds whose pages are about one thing
    boxes: dict[int, frozenset[int]]  # lists beside what pages of such kinds tell
    framed: set[int]  # places of password fields that pages of several kinds have


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
    learned, found = _learn(
        pages, observations, clusters, [one.cluster for one in assigned], entity
    )
    together = zip(pages, observations, assigned, found, strict=True)
    return [_read(*page, learned, entity) for page in together]


def _learn(
    pages: Sequence[SavedPage],
    observations: Sequence[Observation],
    clusters: ClusterModel,
    kinds: Sequence[int],
    entity: bool,
) -> tuple[_Learned, list[PageletReading]]:
    """What the pages teach, and what the search for lists found on each of them."""
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
    learned = _Learned(
        clusters,
        taught,
        columns,
        contents,
        decisions,
        read_as_items(decisions, templates),
        boxes_of(decisions, taught),
        _on_several_kinds(observations, kinds),
    )
    return learned, found


def _read(
    page: SavedPage,
    seen: Observation,
    assigned: Assignment,
    found: PageletReading,
    learned: _Learned,
    entity: bool,
) -> Reading:
    """The reading of one page: a table of contents, a list, or about one thing."""
    kind, tree = assigned.cluster, page.tree
    decided = learned.decisions.get(kind)
    led: list[Contents] = []
    if page.query is None and not entity:
        led = read_contents(tree, learned.contents)
        is_list = decided is not None and decided.rule == LEADS_OUT
        found = by_contents(tree, found, learned.contents, kind, led, is_list)
    lists = {known.key for known in learned.lists.of(kind).lists}
    judged = judge_alone(seen_of(seen), found, is_listed(tree, found, lists), learned.framed)
    item = None
    if LED_BY not in found.why:
        template = learned.templates.get(kind) if judged.came_back == "answer" else None
        beside = learned.boxes.get(kind, frozenset())
        to = learned.contents.is_led_to(kind)
        item = as_item(tree, found, template, page.query, boxes=beside, led=to)
    ranks = learned.clusters.rank
    return render_reading(
        tree,
        page.name,
        assigned,
        ranks,
        found,
        judged,
        learned.columns,
        item,
        decided,
        contents=led,
    )


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
