"""Links that name the page they stand on: what changes, quotes or reports a part of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from urllib.parse import parse_qsl, unquote, urlsplit

import xxhash

from upwell.models.tree.tagtree import TagTree

NAME = "\0"  # stands for the page's own name in an address


def naming_links(urls: Sequence[str], own: str) -> tuple[tuple[int, int], ...]:
    """Of the links that name the page they stand on, hashes of the rest and of the name.

    Parameters
    ----------
    urls
        Where links of the page lead.
    own
        Its own address: the last step of its path and the values of its arguments name it.

    Reading
    -------
    A section is changed under an address that says which page and which of its sections; on the
    next page the same section is changed under the same address but for the name. The records of a
    shelf may name it as well, but no other shelf has a link to the same record.

    Examples
    --------
    >>> links = [naming_links([f"http://a.example/edit?page={name}&part=2"],
    ...                       f"http://a.example/wiki/{name}") for name in ("Otter", "Heron")]
    >>> links[0][0][0] == links[1][0][0], links[0][0][1] == links[1][0][1]
    (True, False)
    """
    names = _names(own)
    out = []
    for url in urls:
        found = [(part in names, part) for part in _parts(url)]
        said = [part for is_name, part in found if is_name]
        if said:
            rest = [NAME if is_name else part for is_name, part in found]
            out.append((_hash(rest), _hash(sorted(set(said)))))
    return tuple(out)


def acts_on_page(tree: TagTree, parts: Sequence[tuple[int, int]], acting: Collection[int]) -> bool:
    """Whether most parts with a link to another page begin with one that acts on this page.

    Parameters
    ----------
    acting
        Rests of links that pages of several names have.
    """
    if not acting:
        return False
    own = tree.url.partition("#")[0]
    links = [link for link in tree.links if link.url.partition("#")[0] not in ("", own)]
    nodes = [link.node for link in links]
    firsts = [at for a, b in parts if (at := bisect_left(nodes, a)) < bisect_left(nodes, b)]
    named = naming_links([links[at].url for at in firsts], tree.url)
    return 2 * sum(rest in acting for rest, _ in named) > len(firsts)


def _names(own: str) -> set[str]:
    """What names a page in its address."""
    split = urlsplit(own)
    last = unquote(split.path.rstrip("/").rpartition("/")[2])
    values = (value for _, value in parse_qsl(split.query))
    return {name for name in (last, last.partition(".")[0], *values) if name}


def _parts(url: str) -> list[str]:
    """The steps and arguments of an address; what stands behind a dot is a part of its own."""
    split = urlsplit(url)
    steps = [unquote(step) for step in split.path.split("/")]
    *folders, last = steps
    name, dot, kind = last.partition(".")
    arguments = [part for pair in sorted(parse_qsl(split.query)) for part in pair]
    return [split.netloc, *folders, name, dot + kind, *arguments]


def _hash(parts: Sequence[str]) -> int:
    return xxhash.xxh32_intdigest("\n".join(parts).encode("utf-8", "replace"))
