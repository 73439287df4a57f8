"""Which classes and ids belong to a template, and which to the data of the records it prints.

A place must be the same whatever record stands there. Sites print facts about a record as classes
of its element (`class="item topic-sea label-new"`), and each set of them would be another place.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from .params import ALIKE, BOXES, COMPARED, PATHS, ROUNDS, TURNS

if TYPE_CHECKING:
    from .tagtree import Attributes, Hashes, TagTree

_STATEFUL = re.compile(r"\d+|\b(?:odd|even|first|last|active|selected|current|alt)\b")
STEP = 1_000_003  # a place is its parent's times this, and what the element is called
MASK = 0x7FFFFFFFFFFFFFFF

_ITEMS = frozenset(("li", "tr"))  # which HTML calls parts of one list, whatever they are called
_NONE: frozenset[str] = frozenset()
_FIRST = np.zeros(1, np.intp)
_BLANK = "\n"  # no class has it

Names = frozenset[str]  # classes of an element, and its id behind a space
_Elements = dict[int, Names]  # by node, in the order of the page


class RecordFamily(NamedTuple):
    """Elements of one tag below one place, and whether their names are said of what they hold."""

    above: int  # hash of the place above and of their tag
    kept: tuple[str, ...]  # names of the template's
    built: tuple[int, ...]  # paths that most of them hold; none: all names are the template's


def template_keys(tree: TagTree) -> tuple[Hashes, tuple[RecordFamily, ...]]:
    """`key` of every node without what sets records of one template apart; what was compared.

    Reading
    -------
    Elements of one tag below one place are compared, those that carry the name that most of them
    have. What all of these are called is the template's, and so is a name that stands once in most
    of several parents, as the columns of records do, and names that follow each other by turns.
    What is left belongs to the data where it comes again among elements that have a name in common
    or are items of a list, or where most of many linked elements have a name of their own; only
    elements that are built like the others lose it. A page decides by itself, so that its places do
    not depend on the pages before.

    Examples
    --------
    >>> from .parse import parse
    >>> item = "<li class='item {}'><a href=/>x</a> y"
    >>> tree = parse("".join(map(item.format, "sea air sea new air sea".split())).encode())
    >>> len({int(tree.key[node]) for node in tree.tagged("li")})
    1
    """
    key, kept = tree.key, dict[int, Names]()
    families = dict[int, RecordFamily]()
    new = np.ones(tree.n, bool)
    for _ in range(ROUNDS):
        before = kept.copy()
        for above, nodes in _families(tree, key, new):
            cleaned = _cleaned(tree, _elements(tree, nodes, kept))
            kept |= cleaned
            if cleaned or above not in families:
                families[above] = _family(tree, above, cleaned)
        if kept == before:
            break
        last, key = key, rekeyed(tree, kept)
        new = key != last
    return key, tuple(families[above] for above in sorted(families)[:COMPARED])


def keys_by_families(tree: TagTree, families: Mapping[int, RecordFamily]) -> Hashes | None:
    """`key` of every node where other pages have told which names are said of records.

    A page of one or two records cannot tell by itself. None: nothing is to be changed.

    Examples
    --------
    >>> from .parse import parse
    >>> item = "<li class='item {}'><a href=/>x</a> <b>y</b>"
    >>> many = parse("".join(map(item.format, "sea air sea new air sea".split())).encode())
    >>> one = parse(item.format("fog").encode())
    >>> keys = keys_by_families(one, {family.above: family for family in many.families})
    >>> keys is not None and int(keys[one.tag.index("li")]) in many.key
    True
    """
    key, kept = tree.key, dict[int, Names]()
    for _ in range(ROUNDS):
        before = len(kept)
        above = key[tree.parent] * np.int64(STEP) ^ tree.path
        for node in np.flatnonzero(np.isin(above, list(families))).tolist():
            family = families[int(above[node])]
            names = _names_in(tree.named[node] or tree.stated.get(node))
            held = set(tree.path[node + 1 : tree.ends[node]].tolist())
            if node not in kept and not names <= set(family.kept) and _is_built(held, family.built):
                kept[node] = names & frozenset(family.kept)
        if len(kept) == before:
            break
        key = rekeyed(tree, kept)
    return key if kept else None


def _family(tree: TagTree, above: int, cleaned: dict[int, Names]) -> RecordFamily:
    inside = [set(tree.path[u + 1 : tree.ends[u]].tolist()) for u in cleaned]
    held = Counter(chain.from_iterable(inside))
    built = sorted(path for path, n in held.items() if 2 * n > len(inside))
    kept = sorted(frozenset().union(*cleaned.values()))
    return RecordFamily(above, tuple(kept), tuple(built[:PATHS]))


def _is_built(held: Set[int], common: Collection[int]) -> bool:
    """Whether an element with these paths inside is built like others that have these in common."""
    shared = len(held & set(common))
    return shared > 1 and 2 * shared >= ALIKE * (len(held) + len(common))


def _elements(tree: TagTree, nodes: list[int], kept: dict[int, Names]) -> _Elements:
    named, stated = tree.named, tree.stated
    return {u: kept[u] if u in kept else _names_in(named[u] or stated.get(u)) for u in nodes}


def _names_in(attributes: Attributes | None) -> Names:
    return names_of(attributes.get("class"), attributes.get("id")) if attributes else _NONE


def _families(
    tree: TagTree, key: Hashes, new: NDArray[np.bool_]
) -> Iterator[tuple[int, list[int]]]:
    """Elements of one tag below one place that are called differently, more than the parts of a
    page are; those of which one is `new`."""
    above = key[tree.parent] * np.int64(STEP) ^ tree.path
    order = above.argsort(kind="stable")
    above, key = above[order], key[order]
    same = above[1:] == above[:-1]
    begins = np.concatenate((_FIRST, np.flatnonzero(~same) + 1))
    differs = np.concatenate(([False], same & (key[1:] != key[:-1])))
    ends = np.concatenate((begins[1:], [len(order)]))
    asked = np.logical_or.reduceat(differs, begins) & np.logical_or.reduceat(new[order], begins)
    asked &= ends - begins > BOXES
    for at, end in zip(begins[asked].tolist(), ends[asked].tolist(), strict=True):
        yield int(above[at]), order[at:end].tolist()


@lru_cache(1 << 14)
def names_of(classes: str | None, own: str | None) -> Names:
    """The names of an element, without what differs from record to record and visit to visit.

    A class that is blank is one as well: another template wrote it than one without.

    >>> sorted(names_of("row17 odd wide", "r-4"))
    [' r-', 'row', 'wide']
    """
    names = _STATEFUL.sub("", classes or "").split() or [_BLANK] * (classes or "").isspace()
    return frozenset([*names, f" {_STATEFUL.sub('', own)}"] if own else names)


def joined(names: Names) -> str:
    """Names as they are part of a place, in whatever order they are written.

    >>> joined(names_of("wide row", "r-4")), joined(names_of("row", None))
    ('row wide#r-', 'row#')
    """
    own = "".join(name[1:] for name in names if name[0] == " ")
    return f"{' '.join(sorted(name for name in names if name[0] != ' '))}#{own}"


def _cleaned(tree: TagTree, elements: _Elements) -> dict[int, Names]:
    """The elements that lose names, with those they keep."""
    elements, kept = _of_one_name(elements)
    parents = [tree.parents[node] for node in elements]
    kept |= _columns(elements, parents)
    if all(names <= kept for names in set(elements.values())):
        return {}
    rest = {node: names - kept for node, names in elements.items()}
    if _alternates(list(rest.values()), parents):
        return {}
    by_names: dict[Names, list[int]] = defaultdict(list)
    for node, names in elements.items():
        by_names[names & kept].append(node)
    return {
        node: names
        for names, nodes in by_names.items()
        if _are_records(tree, nodes, rest, of_one_list=bool(names))
        for node in _alike(tree, nodes)
        if rest[node]
    }


def _of_one_name(elements: _Elements) -> tuple[_Elements, set[str]]:
    """Those that carry the name that most of them have, and what all of these are called; all of
    them, and nothing, where no name is that of most."""
    carried = Counter(chain.from_iterable(elements.values()))
    name = max(carried, key=lambda name: (carried[name], name), default="")
    if 2 * carried[name] <= len(elements):
        return elements, set()
    members = {node: names for node, names in elements.items() if name in names}
    return members, set(frozenset.intersection(*members.values()))


def _columns(elements: _Elements, parents: Sequence[int]) -> set[str]:
    """Names that stand once in each of their parents, and in most of several parents."""
    several = len(set(parents))
    if several < 2:
        return set()
    within = Counter(
        (name, parent)
        for names, parent in zip(elements.values(), parents, strict=True)
        for name in names
    )
    where = Counter(name for name, _ in within)
    twice = {name for (name, _), n in within.items() if n > 1}
    return {name for name, n in where.items() if 2 * n > several and name not in twice}


def _alternates(rest: Sequence[Names], parents: Sequence[int]) -> bool:
    """Whether nearly every set of names is followed by one and the same other: titles and texts."""
    follows: dict[Names, Counter[Names]] = defaultdict(Counter)
    for (one, above), (two, beside) in pairwise(zip(rest, parents, strict=True)):
        if above == beside:
            follows[one][two] += 1
    if len(set(rest)) == len(rest):
        return False
    turns = sum(
        max((n for then, n in behind.items() if then != names), default=0)
        for names, behind in follows.items()
    )
    return turns > TURNS * sum(behind.total() for behind in follows.values())


def _are_records(
    tree: TagTree, nodes: Sequence[int], rest: dict[int, Names], of_one_list: bool
) -> bool:
    """Whether what elements are called besides is said of what they hold.

    They are too many to be the parts of a page, and in a list it comes again; or most of them have
    a name of their own and lead somewhere.
    """
    n = len(nodes)
    if n <= BOXES:
        return False
    carried = Counter(chain.from_iterable(rest[node] for node in nodes))
    in_list = of_one_list or tree.tag[nodes[0]] in _ITEMS
    if in_list and any(times > 1 for times in carried.values()):
        return True
    called = sum(any(carried[name] == 1 for name in rest[node]) for node in nodes)
    linked = sum(int(tree.linked_sums[tree.ends[u]] > tree.linked_sums[u]) for u in nodes)
    return 2 * called > n and 2 * linked > n


def _alike(tree: TagTree, nodes: Sequence[int]) -> Iterator[int]:
    """The elements that are built as most of them are; one that holds text alone is none."""
    inside = {node: set(tree.path[node + 1 : tree.ends[node]].tolist()) for node in nodes}
    held = Counter(chain.from_iterable(inside.values()))
    common = {path for path, n in held.items() if 2 * n > len(nodes)}
    for node, paths in inside.items():
        shared = len(paths & common)
        if shared > 1 and 2 * shared >= ALIKE * (len(paths) + len(common)):
            yield node


def rekeyed(tree: TagTree, kept: dict[int, Names]) -> Hashes:
    """Keys in which these elements have these names alone; what stands below them follows."""
    own = {u: crc32(f"{tree.tag[u]}.{joined(names)}".encode()) for u, names in kept.items()}
    before: list[int] = tree.key.tolist()
    out = before.copy()
    parents = tree.parents
    for node in range(min(own), tree.n):
        above = parents[node]
        if node in own or out[above] != before[above]:
            part = own[node] if node in own else (before[node] ^ before[above] * STEP) & MASK
            out[node] = (out[above] * STEP ^ part) & MASK
    return np.array(out, np.int64)
