"""Tree edit distance of two pages, the costly way to compare them that THOR rejects."""

from __future__ import annotations

import numpy as np

from upwell.models.tree.tagtree import TEXT, TagTree


def tree_edit_distance(one: TagTree, two: TagTree) -> int:
    """Fewest insertions, deletions and renamings of elements that make one tree the other.

    Dynamic programming over pairs of key roots, on nodes in post-order.
    """
    (tags, left, keys), (others, other_left, other_keys) = _post_order(one), _post_order(two)
    trees = np.zeros((len(tags), len(others)), int)
    for i in keys:
        for j in other_keys:
            _forest(i, j, tags, others, left, other_left, trees)
    return int(trees[-1, -1])


def _post_order(tree: TagTree) -> tuple[list[str], list[int], list[int]]:
    """(tags, first leaf below each node, key roots), nodes in post-order."""
    tags: list[str] = []
    left: list[int] = []
    children: dict[int, list[int]] = {}
    elements = [i for i, tag in enumerate(tree.tag) if tag != TEXT]
    for i in elements:
        children.setdefault(int(tree.parent[i]), []).append(i)

    def walk(i: int) -> int:
        leaves = [walk(child) for child in children.get(i, [])]
        left.append(leaves[0] if leaves else len(tags))
        tags.append(tree.tag[i])
        return left[-1]

    walk(elements[0])
    last = {leaf: node for node, leaf in enumerate(left)}
    return tags, left, sorted(last.values())


def _forest(
    i: int,
    j: int,
    tags: list[str],
    others: list[str],
    left: list[int],
    other_left: list[int],
    trees: np.ndarray[tuple[int, ...], np.dtype[np.int_]],
) -> None:
    """Distances of all forests below two key roots; those of whole trees are kept."""
    a, b = left[i], other_left[j]
    cost = [list(range(j - b + 2))]
    for x in range(a, i + 1):
        row = [x - a + 1]
        above = cost[-1]
        for y in range(b, j + 1):
            step = min(above[y - b + 1], row[-1]) + 1
            if left[x] == a and other_left[y] == b:
                row.append(min(step, above[y - b] + (tags[x] != others[y])))
                trees[x, y] = row[-1]
            else:
                row.append(min(step, cost[left[x] - a][other_left[y] - b] + int(trees[x, y])))
        cost.append(row)
