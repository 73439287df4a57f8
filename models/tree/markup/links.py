"""The links of a page: distinct, absolute, http(s), in document order."""

from __future__ import annotations

import re

import ada_url

from upwell.models.compiled import kernel

from ..tagtree import Link, TagTree

# A path from the root of the host that is its own normal form: nothing to escape, no dot segments.
_PLAIN = re.compile(r"/(?:[A-Za-z0-9_-][A-Za-z0-9_./-]*)?(?:\?[A-Za-z0-9_.=&%+-]*)?")


def links_of(tree: TagTree, url: str) -> tuple[Link, ...]:
    """Distinct links of a page that was answered under `url`.

    A reference is joined once however often it stands on the page: joining costs more than all
    else. Fragments are dropped, for they name a place on the same page. Of several anchors to
    one URL the first says where the link is, the first that has a text says what it says.

    Parameters
    ----------
    tree
        The page.
    url
        Absolute URL of the page; `<base>` is joined to it. Empty: absolute references only.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b'<a href="/a#x">A</a> <a href="mailto:me"></a><a href="/a">again</a>')
    >>> [(link.url, link.text) for link in links_of(tree, "http://example.org/s?q=1")]
    [('http://example.org/a', 'A')]
    """
    base = (absolute(tree.base, url) or url) if tree.base else url
    top = absolute("/", base).removesuffix("/") if base else ""
    compiled = kernel("upwell.models.tree.kernel")
    if compiled is not None:
        made: tuple[Link, ...] = compiled.links(tree, base, top, absolute, _says, Link)
        return made
    urls: dict[str, str] = {}  # reference as written -> URL, empty if it is none of ours
    found: dict[str, int] = {}
    first: list[tuple[int, str, str]] = []
    texts: list[str] = []
    end, tags, strings = tree.end.tolist(), tree.tag, tree.text
    for node, attributes in tree.stated.items():
        if "href" not in attributes or (tags[node] != "a" and tags[node] != "area"):
            continue
        href = attributes["href"]
        target = urls.get(href)
        if target is None:
            path = href.partition("#")[0].strip()
            plain = top and "/." not in path and _PLAIN.fullmatch(path)
            target = urls[href] = top + path if plain else absolute(path, base)
        if not target:
            continue
        at = found.get(target)
        if at is None:
            found[target] = len(first)
            first.append((node, target, attributes.get("rel") or ""))
            if end[node] == node + 2:  # most links hold one string and nothing else
                texts.append(" ".join((strings[node + 1] or "").split()))
            else:
                texts.append(_says(tree, node, end[node]))
        elif not texts[at]:
            texts[at] = _says(tree, node, end[node])
    return tuple(
        Link(node, target, text, rel)
        for (node, target, rel), text in zip(first, texts, strict=True)
    )


def _says(tree: TagTree, node: int, stop: int) -> str:
    if tree.tag[node] == "area":  # a part of a picture
        return " ".join((tree.stated[node].get("alt") or "").split())
    return tree.visible(node, stop)


def absolute(href: str, base: str) -> str:
    """A reference joined to the URL of its page; empty if that is no http(s) URL."""
    if not href:
        return ""
    try:
        joined = str(ada_url.join_url(base, href) if base else ada_url.normalize_url(href))
    except ValueError:
        return ""
    return joined if joined.startswith(("http://", "https://")) else ""
