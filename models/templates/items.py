"""Pages that are about one thing: their columns and their regions, by look-up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from ..pagelets.fields.cells import is_short, slug
from ..tree.tagtree import TagTree
from .hashes import Counts, Hashes, is_in
from .names import column_name
from .others.copies import copies_of
from .params import TemplateParams
from .rows import Names
from .slots import Placed, Slots, learn_slots
from .stretch import Stretch, article_around, best_stretch, most_around, subtree_around
from .table import KindTable, page_texts
from .telling import Telling, telling_of, tells_apart
from .texts import LINKED, SIBLING, letters_at
from .worth import Worth, worth_of


class Column(msgspec.Struct, frozen=True, array_like=True):
    """A published slot: what it is called and what it tells."""

    name: str
    worth: float
    said: bool = False  # by what readers see, or microdata


class Template(msgspec.Struct, frozen=True):
    """The published template of a kind of page that is about one thing."""

    n_pages: int  # of the sample
    slots: Slots
    columns: dict[int, Column]  # by slot
    telling: Telling = Telling()  # what its slots tell of its pages


class Item(NamedTuple):
    """A page about one thing: where its values stand, its article, its fields."""

    values: Stretch
    article: Stretch
    fields: dict[str, str]


def learn_template(table: KindTable) -> Template:
    """The template of a kind from its table: columns of more than one page, named."""
    table = _each_once(table)
    slots = learn_slots(table.texts, table.params)
    placed = Placed(table.texts, slots, table.params)
    worth = worth_of(placed, table.params)
    labels, names, others = table.labels, table.names, table.others
    strange = _of_others(placed, table)
    first = _first_texts(placed)
    title = _title(placed, worth, table.params)
    columns: dict[int, Column] = {}
    taken: set[str] = set()
    labelled: dict[int, int] = {}  # place of what stands first behind a label
    n = max(1, len(table.rows))
    for slot in sorted(first, key=lambda one: first[one]):
        at = int(np.searchsorted(worth.slot, slot))
        if worth.share[at] * n < 2 or slot in strange:
            continue
        string, place = _label(placed, slot), int(placed.texts.place[first[slot]])
        markup = others.get(first[slot]) or names.get(place, Names())
        # a label names what stands first behind it, and what else stands at that place
        is_other = labelled.setdefault(string, place) != place
        label = "" if is_other and any(markup) else labels.get(string, "")
        name = column_name(label, markup, slot == title, taken, len(columns) + 1)
        taken.add(name)
        said = bool(markup.stated) or (slot != title and bool(slug(label)))
        columns[slot] = Column(name, round(float(worth.value[at]), 4), said)
    return Template(len(table.rows), slots, columns, telling_of(placed, table.params))


def _each_once(table: KindTable) -> KindTable:
    """The table without pages that stand in it under another address too."""
    placed = Placed(table.texts, learn_slots(table.texts, table.params), table.params)
    copies = copies_of(placed, table.params)
    if not copies:
        return table
    rows = {page: table.rows[page] for i, page in enumerate(sorted(table.rows)) if i not in copies}
    return KindTable(table.params, rows, table.turning)


def read_item(
    tree: TagTree,
    template: Template,
    query: str | None = None,
    params: TemplateParams | None = None,
    beside: Sequence[tuple[int, int]] = (),
) -> Item | None:
    """Read a page by the template of its kind; None where it has no value of it.

    Parameters
    ----------
    tree
        The page.
    template
        Of its kind.
    query
        The query that it answers, whose words are no content.
    params
        Price of words in the region.
    beside
        Nodes from and to which it tells of other things.
    """
    p = params or TemplateParams()
    nodes, texts = page_texts(tree, query, p)
    placed = Placed(texts, template.slots, p)
    other = np.zeros(len(nodes), bool)
    for start, stop in beside:
        other |= (nodes >= start) & (nodes < stop)
    other |= texts.has(SIBLING)
    slots: list[int] = np.where(other, 0, placed.slot).tolist()
    times, columns = Counter(slots), template.columns
    worth = np.array([columns[s].worth / times[s] if s in columns else 0.0 for s in slots])
    a, b = best_stretch(worth, texts.words, letters_at(tree, nodes, worth > 0), p.price)
    if a == b:
        return None
    values = Stretch(int(nodes[a]), int(nodes[b - 1]) + 1)
    own = (placed.slot != 0) & ~texts.has(LINKED) & ~other
    around = most_around(tree, subtree_around(tree, values), nodes, own * texts.words)
    article = article_around(values, around, nodes, np.where(own, 1.0, -p.static) * texts.words)
    paragraph = _paragraphs(tree, nodes[placed.flows & ~other])
    found: dict[str, list[str]] = defaultdict(list)
    for node, slot in zip(nodes.tolist(), slots, strict=True):
        at, start, stop = paragraph.get(node, (node, node, node + 1))
        if slot in columns and around.start <= node < around.stop and node == at:
            found[columns[slot].name].append(tree.visible(start, stop))
    return Item(values, article, {name: _joined(said) for name, said in found.items()})


def _paragraphs(tree: TagTree, nodes: Counts) -> dict[int, tuple[int, int, int]]:
    """For each content node of a paragraph its first text, and where it begins and ends.

    A word that is set off, or leads elsewhere, belongs to the sentence that it stands in.
    """
    out: dict[int, tuple[int, int, int]] = {}
    flowing = set(nodes.tolist())
    for sentence in tree.sentences if flowing else ():
        first = next((node for node in sentence if node in flowing), None)
        if first is not None:
            out |= dict.fromkeys(sentence, (first, sentence[0], sentence[-1] + 1))
    return out


def _of_others(placed: Placed, table: KindTable) -> frozenset[int]:
    """Slots whose texts are about other things than their page.

    Most of their texts lead to pages like it, or a second fetch of one page found others there:
    advertisements, what else is offered, the time of the day.
    """
    turns = is_in(table.texts.place, np.array(sorted(table.turning), np.int64))
    slot, number = np.unique(placed.slot, return_inverse=True)
    n_other = np.bincount(number, turns | placed.texts.has(SIBLING))
    return frozenset(slot[2 * n_other > np.bincount(number)].tolist())


def _first_texts(placed: Placed) -> dict[int, int]:
    """The first text of each slot in the sample, which gives the order of columns."""
    slot, first = np.unique(placed.slot, return_index=True)
    return {s: i for s, i in zip(slot.tolist(), first.tolist(), strict=True) if s}


def _label(placed: Placed, slot: int) -> int:
    """The string that most texts of a slot stand behind; 0: no such."""
    says: Hashes = placed.says[placed.slot == slot]
    (string, n), *_ = Counter(says.tolist()).most_common(1)
    return int(string) if 2 * n > len(says) else 0


def _title(placed: Placed, worth: Worth, params: TemplateParams) -> int:
    """The slot that says what the pages are about, as their titles do; one that tells them apart
    before one that does not."""
    says = worth.title * worth.share * worth.value
    named = [(-float(says[at]), at) for at in np.flatnonzero(says > 0).tolist()]
    ranked = [int(worth.slot[at]) for _, at in sorted(named)]
    return next((slot for slot in ranked if tells_apart(placed, slot, params)), [*ranked, 0][0])


def _joined(said: list[str]) -> str:
    """Several values of one column as one text."""
    return (", " if all(map(is_short, said)) else " ").join(said)
