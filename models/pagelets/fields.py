"""Fields of objects: their values in aligned columns that keep their names."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin

from ..tree.tagtree import TagTree
from .alignment import Key, Spot, aligned
from .cells import Cell, Layout, Stretch, cells
from .columns import Template, seen_templates
from .naming import RESERVED, TITLE, NamingParams
from .references import References, picture
from .templates import Templates


def fields(
    tree: TagTree,
    spans: Sequence[Stretch],
    known: Sequence[Template] = (),
    params: NamingParams | None = None,
) -> list[dict[str, str]]:
    """Columns of the objects, one dictionary an object, in page order.

    Texts are aligned by their place, their label, and their rank among equals inside the object.
    What is equal everywhere is a label and is dropped.

    Parameters
    ----------
    tree
        The page.
    spans
        Its objects.
    known
        Templates of a published model: a column of theirs has the same name on every page.
        Objects of other templates are compared with each other.
    params
        Thresholds of names that the page's own objects give.

    Reading
    -------
    The papers end at objects; columns by place are the least that a table of them needs.
    """
    readers = {one.start: _Reader(one) for one in known if one.is_named}
    references = References(tree)
    strange = [span for span in spans if int(tree.key[span.start]) not in readers]
    if strange:
        own = Templates(params)
        own.fold(seen_templates(tree, strange))
        readers |= {one.start: _Reader(one) for one in own.publish(least=1)}
    rows = [readers[int(tree.key[span.start])].row(tree, span, references) for span in spans]
    _add_pictures(tree, spans, rows)
    return rows


def _add_pictures(tree: TagTree, spans: Sequence[Stretch], rows: Sequence[dict[str, str]]) -> None:
    """The pictures of the objects, unless all have the same, which is an ornament."""
    found = [picture(tree, span) for span in spans]
    if len(spans) > 1 and len(set(found)) == 1:
        return
    for row, source in zip(rows, found, strict=True):
        if source is not None:
            row.setdefault("image", urljoin(tree.base, source))


class _Reader:
    """Reads objects of one template."""

    def __init__(self, template: Template) -> None:
        self._layout: Layout = template.layout
        self._star: list[Spot] = template.star
        self._names = {Key(c.place, c.slot): c.name for c in template.columns if c.name}
        self._taken = {*self._names.values(), *RESERVED}

    def row(self, tree: TagTree, span: Stretch, references: References) -> dict[str, str]:
        out: dict[str, str] = {}
        held = cells(tree, span, self._layout)
        for key, cell in zip(aligned(held, self._star), held, strict=True):
            name = self._names.get(key) or self._told(cell)
            if not name or name in out:
                continue
            out[name] = cell.text
            if name == TITLE:
                url = references.around(cell.node)
                out |= {} if url is None else {"link": url}
        return out

    def _told(self, cell: Cell) -> str:
        """The label of a column that was not seen before, where no other is called so."""
        return "" if cell.label in self._taken else cell.label
