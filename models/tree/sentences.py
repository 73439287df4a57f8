"""Which content nodes are one text: what stands in one block, what is set off in it included."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tagtree import TagTree

# Elements that stand within a line, as HTML names phrasing content, and older ones.
PHRASING = frozenset(
    "a abbr acronym b basefont bdi bdo big blink cite code data del dfn em font i ins kbd label"
    " mark nobr output q s samp small span strike strong sub sup time tt u var wbr".split()
)
_ENDS_WITHIN, _BEGINS_WITHIN = re.compile(r"\w\Z"), re.compile(r"\w+")


def sentences_of(tree: TagTree) -> list[list[int]]:
    """The content nodes of each text of a page, in document order.

    Reading
    -------
    A page sets words of a text off: a hit, a name, a link within a sentence. What one text says is
    then said by several content nodes, which are read together as long as no block begins or ends
    between them. Elements of one inline tag that stand side by side with no words between them are
    items (links of a menu, spans in place of cells), and each is a block of its own.

    Examples
    --------
    >>> from .parse import parse
    >>> tree = parse(b"<p>The <b>sea</b> wolf<p><a>Home</a> <a>Help</a><p>one<br>two")
    >>> [[tree.text[node].strip() for node in nodes] for nodes in sentences_of(tree)]
    [['The', 'sea', 'wolf'], ['Home'], ['Help'], ['one'], ['two']]
    """
    sentences: list[list[int]] = []
    items = _items(tree)
    block: dict[int, int] = {-1: -1}  # of each element: the one whose texts its own belong to
    last = -1  # block of the last text; none where another block began since
    for node, (tag, parent, text) in enumerate(zip(tree.tag, tree.parents, tree.text, strict=True)):
        if text is None:
            within = tag in PHRASING and node not in items
            block[node] = block[parent] if within else node
            last = last if within else -1
        elif last >= 0 and block[parent] == last:
            sentences[-1].append(node)
        else:
            sentences.append([node])
            last = block[parent]
    return sentences


def pieces_of(tree: TagTree, sentence: list[int]) -> list[tuple[int, str]]:
    """The content nodes of a text with what they say; a word is said where it begins.

    >>> from .parse import parse
    >>> tree = parse(b"<p>a <mark>wol</mark>f <b>sleeps</b>")
    >>> [said for _, said in pieces_of(tree, tree.sentences[0])]
    ['a ', 'wolf', ' ', 'sleeps']
    """
    if len(sentence) == 1:
        return [(sentence[0], tree.text[sentence[0]] or "")]
    pieces: list[tuple[int, str]] = []
    before = sentence[0] - 1
    for node in sentence:
        said = "".join(tree.shown[before + 1 : node + 1])
        before = node
        if pieces and _ENDS_WITHIN.search(pieces[-1][1]) and (rest := _BEGINS_WITHIN.match(said)):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + rest[0])
            said = said[rest.end() :]
        if said:
            pieces.append((node, said))
    return pieces


def _items(tree: TagTree) -> set[int]:
    """Inline elements that stand side by side, all of one tag, with no words between them."""
    below: dict[int, list[int]] = {}
    mixed: set[int] = set()  # elements with words of their own, or with several tags
    words = tree.words.tolist()
    for node, (tag, parent) in enumerate(zip(tree.tag, tree.parents, strict=True)):
        if tree.text[node] is not None:
            if words[node]:
                mixed.add(parent)
        elif (beside := below.get(parent)) is None:
            below[parent] = [node]
        else:
            beside.append(node)
            if tree.tag[beside[0]] != tag:
                mixed.add(parent)
    return {
        node
        for parent, nodes in below.items()
        if len(nodes) > 1 and parent not in mixed and tree.tag[nodes[0]] in PHRASING
        for node in nodes
    }
