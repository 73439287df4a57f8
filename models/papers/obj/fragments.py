"""OBJ's own search for object-rich fragments: subtrees unlike the centroid of their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from upwell.models.tree.tagtree import TagTree

from ..thor.pagelets.common import CommonSubtreeSet, Matching, Prototype, common_subtree_sets
from ..thor.pagelets.diversity import Vector, content_terms, term_vectors


@dataclass(frozen=True, slots=True)
class FragmentParams:
    """OBJ names what makes a subtree promising and gives no numbers; set by hand on `wien`.

    fanout, words, tags
        A promising subtree has at least so many children, words and elements.
    linked
        And at most this share of its words in links.
    share
        And at least this share of the page's words: a single record is as unlike its centroid
        as all records are.
    top
        Fragments recommended for each page; OBJ shows two.
    """

    matching: Matching = "key"
    prototype: Prototype = 0
    fanout: int = 2
    words: int = 5
    tags: int = 3
    linked: float = 0.95
    share: float = 0.1
    top: int = 1


@dataclass(frozen=True, slots=True)
class Fragment:
    """A recommended subtree, and how like the centroid of its kind its content is."""

    node: int
    similarity: float


def fragments(
    trees: Sequence[TagTree], params: FragmentParams | None = None
) -> list[list[Fragment]]:
    """Object-rich fragments of the pages of one cluster, the least like their centroids first.

    Reading
    -------
    "Minimal subtrees" are those of which none recommended earlier is a part or a whole. The
    weight of a term is THOR's, as for the sets; the centroid is the mean of the vectors of the
    pages that have the subtree.

    References
    ----------
    OBJ 2 (fragments); OBJ 3 (promising subtrees); OBJ 4 (single fragment); OBJ 4 (several
    fragments).
    """
    p = params or FragmentParams()
    if not trees:
        return []
    ranked: list[list[Fragment]] = [[] for _ in trees]
    for held in common_subtree_sets(trees, p.prototype, matching=p.matching):
        kind = {page: node for page, node in held.items() if is_promising(trees[page], node, p)}
        if len(kind) > 1:
            for page, similarity in centroid_similarities(trees, kind).items():
                ranked[page].append(Fragment(kind[page], similarity))
    return [_apart(tree, found, p.top) for tree, found in zip(trees, ranked, strict=True)]


def is_promising(tree: TagTree, node: int, params: FragmentParams) -> bool:
    """Whether a subtree is worth a comparison: by fanout, content, tags and link density.

    References
    ----------
    OBJ 3 (promising subtrees).
    """
    end = int(tree.end[node])
    words = int(tree.word_sums[end] - tree.word_sums[node])
    linked = int(tree.linked_sums[end] - tree.linked_sums[node])
    tags = sum(text is None for text in tree.text[node:end])
    return (
        int(tree.fanout[node]) >= params.fanout
        and words >= max(params.words, params.share * int(tree.word_sums[-1]))
        and tags >= params.tags
        and linked <= params.linked * words
    )


def centroid_similarities(trees: Sequence[TagTree], kind: CommonSubtreeSet) -> dict[int, float]:
    """Cosine of each page's subtree with the mean of all of its kind.

    References
    ----------
    OBJ 2 (fragments).
    """
    order = sorted(kind)
    vectors = term_vectors([content_terms(trees[page], kind[page]) for page in order])
    centroid: Counter[str] = Counter()
    for vector in vectors:
        for term, weight in vector.items():
            centroid[term] += weight  # type: ignore[assignment]
    length = sum(weight * weight for weight in centroid.values()) ** 0.5
    return {
        page: _dot(vector, centroid) / length if length and vector else 1.0
        for page, vector in zip(order, vectors, strict=True)
    }


def _dot(vector: Vector, centroid: Counter[str]) -> float:
    return sum(weight * centroid[term] for term, weight in vector.items())


def _apart(tree: TagTree, found: list[Fragment], top: int) -> list[Fragment]:
    out: list[Fragment] = []
    for one in sorted(found, key=lambda fragment: (fragment.similarity, fragment.node)):
        end = int(tree.end[one.node])
        if all(end <= o.node or int(tree.end[o.node]) <= one.node for o in out):
            out.append(one)
        if len(out) == top:
            break
    return out
