"""The kernel's ways to lexbor's tree: its nodes where they stand, or what it writes of them.

The nodes are read through the addresses that selectolax tells, by a layout that is lexbor's own
affair and may change with its next version. So they are read in place of a version that was
looked at, and after a page that holds something of everything was read the same both ways.
"""

from __future__ import annotations

import threading
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np

from upwell.models.compiled import kernel

from ..place import Places

# Of lexbor and of selectolax. Of another one the written tree is read until it was looked at.
_LOOKED_AT = frozenset((("3.1", "1.0.2"),))
_EVERYTHING = b"""<!doctype html><!-- before --><html lang=en><head><title>One &amp; two</title>
<base href=/there/><style>p > b { margin: 0 }</style><script>if (a < b) c()</script></head>
<body class=page id=top><p class="a b" id=x data-short=1 an-attribute-with-a-long-name=2 hidden
title="" aria-label='&quot;'>text <!-- within --> and &lt;more&gt;<br><b>\xc3\xa9&nbsp;</b> <i>
</i></p><a>none</a><a href="/a?b&amp;c" rel=next>link</a><fb:like x=1></fb:like>
<an-element-with-a-long-name>y</an-element-with-a-long-name><svg viewBox="0 0"><a xlink:href=#z>
<foreignObject>z</foreignObject></a></svg><template><p>no</p></template><noscript><img src=n>
</noscript><form action=/f><input name=q value=asked><select><option>1</select><textarea>
t</textarea></form><table><tr><td colspan=2>1<td>2</table><ul><li>1<li>2</ul></body></html>
<!-- behind -->"""


class _Readers(threading.local):
    """Readers of the kernel's, for each thread."""

    nodes: Any = None
    markup: Any = None


_READERS = _Readers()


def read_compiled(engine: Any, page: Any, places: Places, n_elements: int) -> dict[str, Any] | None:
    """The fields of `TagTree` by name; None without a kernel, and of a page that is in doubt.

    Parameters
    ----------
    engine
        The module `selectolax.lexbor`.
    page
        What its `LexborHTMLParser` made.
    places
        Of all pages before.
    n_elements
        So many are read of a page; one with more is in doubt.
    """
    compiled = kernel("upwell.models.tree.kernel")
    if compiled is None:
        return None
    if _READERS.nodes is None:
        _READERS.nodes, _READERS.markup = compiled.Nodes(), compiled.Markup()
    if reads_in_place(engine, compiled):
        found: dict[str, Any] | None = _READERS.nodes.read(page, places, n_elements)
    else:
        found = _READERS.markup.read(page.html, places, n_elements)
    return found


@cache
def reads_in_place(engine: Any, compiled: Any) -> bool:
    """Whether the nodes lie as this kernel takes them to, in the version that is installed."""
    lexbor = f"{engine.LEXBOR_VERSION_MAJOR}.{engine.LEXBOR_VERSION_MINOR}"
    return (lexbor, version("selectolax")) in _LOOKED_AT and _same_both_ways(engine, compiled)


def _same_both_ways(engine: Any, compiled: Any) -> bool:
    page = engine.LexborHTMLParser(_EVERYTHING, options=engine.LexborDocumentOptions.WO_EVENTS)
    if not compiled.stands(page.root):
        return False
    expected = compiled.Markup().read(page.html, Places(), len(_EVERYTHING))
    found = compiled.Nodes().read(page, Places(), len(_EVERYTHING))
    return None not in (expected, found) and _comparable(expected) == _comparable(found)


def _comparable(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in fields.items()
    }
