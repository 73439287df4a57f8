"""Names of columns by evidence, the same for the same counts: title, price, a label, f1 ..."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..page.value_kinds import KINDS
from .alignment import Key
from .cells import slug

TITLE, RATING = "title", "rating"
RESERVED = frozenset(("group", "link", "image"))  # what else a row has
_BY_KIND = {"price": "price", "date": "date", "rating": RATING}
_STRUCK = "price_old"  # of an amount that is struck out


@dataclass(frozen=True, slots=True)
class NamingParams:
    """Set by looking at `serp`, `wien` and pages with labels beside their values."""

    held: float = 0.2  # share of the objects that have a column, up to `enough` of them
    enough: int = 10
    rare: float = 0.02  # and of all of them
    typed: float = 0.6  # share of its values that look like a price or a date
    label: int = 3  # a value equal in so many objects, and in all that have it, is a label
    beside: float = 0.5  # share of objects a label has beside its value's, at least


@dataclass(slots=True)
class ColumnCounts:
    """Sums over the objects that had the column; its name, once it has one."""

    n: int
    linked: int
    heading: int
    kinds: list[int]
    value: int  # hash of the value that all have; 0: they differ
    shown: str
    label: str
    headed: bool  # the label is the head of a table's column
    stated: str
    name: str = ""
    forms: dict[str, int] = field(default_factory=dict)
    label_shown: str = ""
    own: str = ""  # a class that stands nowhere else
    struck: int = 0
    mark: int = 0  # of the head of a table's column
    n_own: int = 0  # objects whose page has that class there, less those whose page has another

    def vote(self, own: str, n: int) -> None:
        """A page of so many objects has a class for the column, or, empty, none of its own.

        >>> counts = ColumnCounts(9, 0, 0, [], 0, "", "", False, "")
        >>> for own in ("", "maker", "maker", "", "brand"):
        ...     counts.vote(own, 3)
        >>> counts.own
        'maker'
        """
        if not own:
            return
        if own == self.own:
            self.n_own += n
        elif n > self.n_own:
            self.own, self.n_own = own, n - self.n_own
        else:
            self.n_own -= n

    @property
    def has_label(self) -> bool:
        """Whether a label stands beside its values; the head of a table's column is none."""
        return bool(self.label) and not self.headed

    def kind(self, typed: float) -> str:
        """What nearly all of its values are."""
        for name, n in zip(KINDS[1:], self.kinds[1:], strict=True):
            if n >= typed * self.n:
                return name
        return KINDS[0]

    def is_label(self, least: int) -> bool:
        """Whether all objects say the same in a column without head or label: a label itself.

        Links and buttons under a head are what one can do with each.
        """
        headed = self.headed and bool(self.label) and not 2 * self.linked > self.n
        return self.value != 0 and self.n >= least and not self.has_label and not headed


def name_columns(
    columns: Sequence[tuple[Key, ColumnCounts]], n_objects: int, params: NamingParams
) -> None:
    """Give a name to columns that have none and deserve one; a name is never taken back.

    Parameters
    ----------
    columns
        Of one template, in page order.
    n_objects
        Objects of the template.
    params
        Thresholds.

    Reading
    -------
    The papers end at objects. What the site itself says comes first (microdata, a label, the
    head of a table's column), then what a value looks like, then a class that its place alone has,
    and what has no name is numbered. Columns under the same head have one name.
    """
    p = params
    least = max(1.0, p.held * min(n_objects, p.enough), p.rare * n_objects)
    fresh = [
        i
        for i, (_, c) in enumerate(columns)
        if not c.name and c.n >= least and not c.is_label(p.label)
    ]
    used = {c.name for _, c in columns if c.name}
    title = _title([(i, columns[i][1]) for i in fresh], p) if TITLE not in used else None
    n_numbered = sum(name[:1] == "f" and name[1:].isdigit() for name in used)
    if title is not None:
        columns[title][1].name = TITLE
        used.add(TITLE)
    headed = {c.mark: c.name for _, c in columns if c.mark and c.name}
    for i in fresh:
        column = columns[i][1]
        if i == title:
            continue
        if column.mark in headed:  # the same column in another view of the table
            column.name = headed[column.mark]
            continue
        beside = column.headed and not column.mark  # the head is that of the text before it
        name = column.stated or (not beside and column.label) or _label_before(columns, i, p)
        name = name or _by_kind(column, p) or column.own or column.label
        if not name:
            n_numbered += 1
            name = f"f{n_numbered}"
        column.name = _unused(name, used)
        used.add(column.name)
        headed |= {column.mark: column.name} if column.mark else {}


def _by_kind(column: ColumnCounts, p: NamingParams) -> str:
    name = _BY_KIND.get(column.kind(p.typed), "")
    return _STRUCK if name == "price" and 2 * column.struck > column.n else name


def _title(fresh: Sequence[tuple[int, ColumnCounts]], p: NamingParams) -> int | None:
    """What the markup calls so; else the first linked heading, linked text, heading.

    Where nothing is like a title but the first value of all, which is linked and has a label, the
    site calls its title something else: "A–Z".
    """
    texts = [(i, c) for i, c in fresh if c.kind(p.typed) == "text" and not c.has_label]
    ranked = [(_likeness(c), -i) for i, c in texts]
    likeness, at = max(ranked, default=(0, 0))
    if likeness or not fresh:
        return -at if likeness else None
    first, column = fresh[0]
    leads = 2 * column.linked > column.n and column.kind(p.typed) == "text"
    return first if leads and not column.stated else None


def _likeness(c: ColumnCounts) -> int:
    """How much a column is like a title."""
    if c.stated:
        return 4 * (c.stated == TITLE)
    return 2 * (2 * c.linked > c.n) + (2 * c.heading > c.n)


def _label_before(columns: Sequence[tuple[Key, ColumnCounts]], i: int, p: NamingParams) -> str:
    """The text that always stands before a value, where it can be its label."""
    if i == 0:
        return ""
    before, column = columns[i - 1][1], columns[i][1]
    is_label = before.is_label(p.label) and not before.linked and not before.name
    if not is_label or before.n < p.beside * column.n or column.n < p.beside * before.n:
        return ""
    name = slug(before.shown)
    return name if len(name) > 1 and not name[0].isdigit() else ""


def _unused(name: str, used: set[str]) -> str:
    """The name, or with the first number that is free.

    >>> _unused("price", {"price", "price2"})
    'price3'
    """
    number = 1
    free = name
    while free in used or free in RESERVED:
        number += 1
        free = f"{name}{number}"
    return free
