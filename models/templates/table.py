"""The running table of one kind of page: the texts of a sample of its pages, chosen by hash."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..sample.retained import page_hash
from ..tree.tagtree import TagTree
from .hashes import Counts, Hashes
from .names import names_of, other_names
from .params import TemplateParams
from .rows import Names, PageRow, pack, unpack
from .texts import Texts, labels_of, text_nodes, texts_of


@dataclass(slots=True)
class KindTable:
    """The sampled pages of one kind, those of lowest hash, as rows of texts.

    Every sum of the kind (pages and multiplicity of a slot, of a string at a place, of a string
    behind a label) is a sum over these rows. So it is a function of the set of pages alone: any
    order, a merge of two tables and a second fold give the same, and a page that comes again
    replaces what it said.

    Examples
    --------
    >>> from ..tree.parse import parse
    >>> kind = KindTable()
    >>> for name in ("a", "b", "a"):
    ...     kind.fold(name, page_row(parse(b"<p>Year</p><p>1999")))
    >>> len(kind.rows)
    2
    """

    params: TemplateParams = field(default_factory=TemplateParams)
    rows: dict[int, PageRow] = field(default_factory=dict)  # by hash of the page's name
    turning: frozenset[int] = frozenset()  # places that said something else at a second fetch

    def fold(self, name: str, row: PageRow) -> None:
        """Learn one page."""
        self.rows[page_hash(name)] = row
        self._shrink()

    def merge(self, other: KindTable) -> None:
        """Merge the pages of another table of the same kind into this one."""
        self.rows |= other.rows
        self._shrink()

    def wants(self, name: str) -> bool:
        """Whether folding this page changes anything."""
        found = page_hash(name)
        full = len(self.rows) >= self.params.sample
        return not full or found in self.rows or found < max(self.rows)

    def _shrink(self) -> None:
        while len(self.rows) > self.params.sample:
            del self.rows[max(self.rows)]

    @property
    def texts(self) -> Texts:
        """The texts of all pages of the sample, page by page in order of their hashes."""
        rows = [self.rows[at] for at in sorted(self.rows)]
        return Texts(
            np.repeat(np.arange(len(rows)), [row.n_texts for row in rows]),
            _column([row.places for row in rows], "<i8"),
            _column([row.paths for row in rows], "<i8"),
            _column([row.strings for row in rows], "<u4"),
            _column([row.words for row in rows], "<u1"),
            _column([row.flags for row in rows], "<u1").astype(np.uint8),
        )

    @property
    def labels(self) -> dict[int, str]:
        """Texts that may be labels, by the hash of their string."""
        return {s: text for at in sorted(self.rows) for s, text in self.rows[at].labels.items()}

    @property
    def names(self) -> dict[int, Names]:
        """The names that the markup gives to a place."""
        return {
            at: name for page in sorted(self.rows) for at, name in self.rows[page].names.items()
        }

    @property
    def others(self) -> dict[int, Names]:
        """The names that the markup gives to single texts of `texts`, by their number."""
        out, first = dict[int, Names](), 0
        for page in sorted(self.rows):
            row = self.rows[page]
            out |= {first + i: name for i, name in row.others.items()}
            first += row.n_texts
        return out

    def encode(self) -> bytes:
        """MessagePack in which each place and each string is spelled once."""
        return pack(self.rows)

    @classmethod
    def decode(cls, data: bytes, params: TemplateParams | None = None) -> KindTable:
        """What `encode` wrote."""
        return cls(params or TemplateParams(), unpack(data))


def page_texts(
    tree: TagTree, query: str | None = None, params: TemplateParams | None = None
) -> tuple[Counts, Texts]:
    """The content nodes of a page that count, and the columns of their texts."""
    nodes = text_nodes(tree, params or TemplateParams())
    return nodes, texts_of(tree, query, nodes)


def page_row(
    tree: TagTree, query: str | None = None, params: TemplateParams | None = None
) -> PageRow:
    """The row that a page adds to the table of its kind; needs no state."""
    nodes, found = page_texts(tree, query, params)
    names = names_of(tree, nodes, found)
    return PageRow(
        found.place.astype("<i8").tobytes(),
        found.path.astype("<i8").tobytes(),
        found.string.astype("<u4").tobytes(),
        np.minimum(found.words, 255).astype("<u1").tobytes(),
        found.flags.tobytes(),
        labels_of(tree, nodes, found),
        names,
        other_names(tree, nodes, found, names),
    )


def _column(parts: list[bytes], kind: str) -> Hashes:
    column: Hashes = np.frombuffer(b"".join(parts), kind).astype(np.int64)
    return column
