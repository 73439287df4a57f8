"""A stored page as it may be shown: nothing in it runs or loads, what was read is outlined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from upwell.models.site import Reading
from upwell.models.site.reading import ReadObject
from upwell.models.tree.raw.encoding import as_utf8
from upwell.models.tree.raw.repair import Budget, mended

# Elements that run, load, send, or say how others do.
_DROPPED = (
    *("script", "noscript", "iframe", "frame", "frameset", "object", "embed", "applet", "portal"),
    *("base", "link", "meta", "audio", "video", "source", "track", "template", "slot"),
)
_LOADING = frozenset(
    {"src", "srcset", "href", "action", "formaction", "background", "poster", "data", "ping"}
    | {"xlink:href", "target", "autofocus", "http-equiv", "srcdoc", "lowsrc", "dynsrc"}
)
MARK = "data-upwell"
REGION, RECORD, COLUMN = "region", "record", "column"
_STYLE = """
[data-upwell~=region]{outline:3px solid #0b5fa5!important;outline-offset:2px!important}
[data-upwell~=record]{outline:2px dashed #1d6b3a!important;outline-offset:-1px!important}
[data-upwell~=column]{background:#fff2c9!important;color:#1d2125!important;
box-shadow:0 0 0 2px #fff2c9!important}
img{min-width:2em;min-height:1em;background:#eee}
"""


def outlined(body: bytes, reading: Reading | None) -> str:
    """The page with its region, records and columns marked, as a document of its own."""
    source, _ = mended(as_utf8(body)[0], Budget(), quoted=False)
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    root = etree.fromstring(source or b"<html></html>", parser)
    if root is None:
        root = etree.fromstring(b"<html></html>", parser)
    if reading is not None:
        _mark_all(root, reading)
    _disarm(root)
    text = etree.tostring(root, encoding="unicode", method="html")
    return f"<!doctype html><style>{_STYLE}</style>{text}"


def _mark_all(root: etree._Element, reading: Reading) -> None:
    """All marks, before anything leaves the tree: paths count elements."""
    for region in reading.pagelets:
        if region.role:
            continue
        for path in (region.first, region.last) if region.first else (region.xpath,):
            for element in _at(root, path):
                _mark(element, REGION, "")
    for found in reading.objects:
        for element in _at(root, found.xpath):
            _mark(element, RECORD, "")
            _mark_columns(element, found)


def _at(root: etree._Element, path: str) -> list[etree._Element]:
    try:
        found: Any = root.getroottree().xpath(path)
    except etree.XPathError:
        return []
    return [one for one in found if isinstance(one, etree._Element)]


def _mark_columns(element: etree._Element, found: ReadObject) -> None:
    """The smallest elements whose text is a column's value; several columns may share one."""
    wanted = {" ".join(value.split()): name for name, value in found.fields.items() if value}
    for inner in reversed(list(element.iter(etree.Element))):
        text = " ".join("".join(map(str, inner.itertext())).split())
        if (name := wanted.pop(text, None)) is not None:
            _mark(inner, COLUMN, name)


def _mark(element: etree._Element, what: str, name: str) -> None:
    known = element.get(MARK, "")
    if what not in known.split():
        element.set(MARK, f"{known} {what}".strip())
    if name:
        element.set("title", name)


def _disarm(root: etree._Element) -> None:
    etree.strip_elements(root, *_DROPPED, with_tail=False)
    for element in root.iter(etree.Element):
        for name in list(_armed(element)):
            del element.attrib[name]


def _armed(element: etree._Element) -> Iterator[str]:
    """Attributes that run or load something, or whose names are none."""
    for name, value in element.attrib.items():
        plain = str(name).lower()
        if plain == "src" and str(value).startswith("data:image/"):
            continue
        is_name = plain.replace("-", "").replace("_", "").isalnum()
        if plain.startswith("on") or plain in _LOADING or not is_name:
            yield str(name)
