"""Pages about one thing: rows by kind of page, templates of the kinds that surely are items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from upwell.models.sample.retained import page_hash

from ...pagelets import PageletReading
from ...pagelets.reading.result import Region, Span
from ...templates import (
    Item,
    KindTable,
    PageRow,
    Template,
    TemplateParams,
    learn_template,
    page_row,
    read_item,
)
from ...templates.rows import pack, unpack
from ...templates.stretch import subtree_around
from ...tree.tagtree import TagTree
from .params import FEW, ROWS

if TYPE_CHECKING:
    from ..batch import SavedPage

BESIDE = ("link", "image")
STATED = "stated_"


class ItemReading(NamedTuple):
    """A page about one thing: what the search found, put as a stretch, an article, one object."""

    found: PageletReading
    item: Item


@dataclass(slots=True)
class ItemSample:
    """The rows of pages that answer no question, the lowest hashes of each kind."""

    params: TemplateParams = field(default_factory=TemplateParams)
    rows: dict[int, PageRow] = field(default_factory=dict)
    turning: frozenset[int] = frozenset()  # places that say something else at a second fetch

    def wants(self, page: int, kinds: Mapping[int, int]) -> bool:
        """Whether the row of a page belongs to the sample of its kind.

        Parameters
        ----------
        page
            Its hash.
        kinds
            The kind of each page in the sample of clusters, by hash.
        """
        if page not in kinds:
            return False
        alike = sorted(one for one in {*self.rows, page} if kinds.get(one) == kinds[page])
        return page in alike[: self.params.sample]

    def fold(self, page: int, row: PageRow) -> None:
        """Keep a row."""
        self.rows[page] = row
        while len(self.rows) > ROWS:
            del self.rows[max(self.rows)]

    def tables(self, kinds: Mapping[int, int]) -> dict[int, KindTable]:
        """The rows by kind as of now; what belongs to none, or is too many, is dropped."""
        pages: dict[int, list[int]] = defaultdict(list)
        for page in sorted(self.rows):
            if page in kinds and len(pages[kinds[page]]) < self.params.sample:
                pages[kinds[page]].append(page)
        self.rows = {page: self.rows[page] for alike in pages.values() for page in alike}
        return {
            kind: KindTable(self.params, {page: self.rows[page] for page in alike}, self.turning)
            for kind, alike in sorted(pages.items())
        }

    def encode(self) -> bytes:
        """MessagePack; equal samples give equal bytes."""
        return pack(self.rows)

    @classmethod
    def decode(cls, data: bytes) -> ItemSample:
        """What `encode` wrote; no bytes are an older state, without rows."""
        return cls(rows=unpack(data)) if data else cls()


def templates_of(tables: Mapping[int, KindTable]) -> dict[int, Template]:
    """The template of every kind of enough pages."""
    return {kind: learn_template(table) for kind, table in tables.items() if len(table.rows) >= FEW}


def as_item(
    tree: TagTree,
    found: PageletReading,
    template: Template | None,
    query: str | None,
    list_places: Set[int] = frozenset(),
    boxes: Set[int] = frozenset(),
    rows: Set[int] = frozenset(),
    led: bool = False,
) -> ItemReading | None:
    """A page of an item kind; None where the search stands.

    Parameters
    ----------
    tree, query
        The page, and the query that it answers.
    found
        What the search found on it.
    template
        Of its kind, if its pages tell of one thing each.
    list_places
        Where the site's lists begin: one record there is an answer of one.
    boxes
        Where lists begin that the pages of this kind have beside what they tell.
    rows
        Where rows begin that they have and that are no list there, whatever they are elsewhere.
    led
        Tables of contents lead to its kind: what leads nowhere on such a page is its own text.

    Reading
    -------
    What was asked for is an answer, and a list that the search finds on a page is not silenced,
    unless it is known as a box of the kind, or as rows of what its pages tell: there, and where the
    search finds nothing at all, a page stays with it.
    """
    if template is None or query is not None or not (found.objects and found.pagelets):
        return None
    starts = {int(tree.place[span.start]) for span in found.objects}
    is_box, is_told = starts <= boxes, starts <= rows
    is_list = len(found.objects) > 1 and not (led and _leads_nowhere(tree, found))
    if not (is_box or is_told) and (is_list or starts & list_places):
        return None
    beside = [(one.start, one.stop) for one in found.objects] if is_box else []
    item = read_item(tree, template, beside=beside)
    if item is None:
        return None
    whole = item.article if is_box or is_told else _article(tree, found, item)
    values, article = Region(*item.values, 1.0), Region(*whole, 1.0)
    lone = Span(*whole, 0)
    why: dict[str, float] = {"slots that tell": len(item.fields), "records in a box": len(beside)}
    read = PageletReading([values, article], [lone], found.empty, "template", why)
    return ItemReading(read, item)


def _leads_nowhere(tree: TagTree, found: PageletReading) -> bool:
    """Whether half of the objects or more have no link."""
    linked = tree.linked_sums
    n_linked = sum(int(linked[one.stop]) > int(linked[one.start]) for one in found.objects)
    return 2 * n_linked <= len(found.objects)


def own_item(item: Item) -> ItemReading:
    """The reading of an object's own page: one object, the article around its values."""
    regions = [Region(*item.values, 1.0), Region(*item.article, 1.0)]
    why: dict[str, float] = {"slots that tell": len(item.fields)}
    lone = Span(*item.article, 0)
    return ItemReading(PageletReading(regions, [lone], False, "template", why), item)


def _article(tree: TagTree, found: PageletReading, item: Item) -> tuple[int, int]:
    """The element that begins with the values, where most is the item's; else from the first to the
    last region of the search that has a part in them; else as far as the item's own texts reach."""
    a, b = item.values
    met = [one for one in found.pagelets if one.start < b and a < one.stop]
    if item.article == subtree_around(tree, item.values) or not met:
        return item.article
    return min(one.start for one in met), max(one.stop for one in met)


def item_fields(read: Mapping[str, str], item: Item) -> dict[str, str]:
    """The fields of a page about one thing: columns of its kind, and what no text says.

    What the search reads of the object beside its texts (where it leads, its picture, what the
    page states and shows nobody) stays.
    """
    beside = {
        name: text
        for name, text in read.items()
        if name in BESIDE or (name.startswith(STATED) and name not in item.fields)
    }
    return {**item.fields, **beside}


def batch_tables(pages: Sequence[SavedPage], kinds: Sequence[int]) -> dict[int, KindTable]:
    """The rows, by kind, of pages that are all at hand and answer no question."""
    unasked: dict[int, dict[int, TagTree]] = defaultdict(dict)
    for page, kind in zip(pages, kinds, strict=True):
        if page.query is None:
            unasked[kind][page_hash(page.name)] = page.tree
    out = {}
    for kind, trees in sorted(unasked.items()):
        table = KindTable()
        table.rows = {page: page_row(trees[page]) for page in sorted(trees)[: table.params.sample]}
        out[kind] = table
    return out
