"""Boxes of which some ask on and others lead elsewhere stand beside an answer, and are no list."""

from __future__ import annotations

import pytest

from upwell.models.pagelets import PageletModel
from upwell.models.pagelets.reading.reader import Reader
from upwell.models.tree.parse import parse

WORDS = "amber birch cobalt dune elder fern garnet heath".split()
MAKES = {  # a box, and a line in it
    "divs": ("<div class=box><h5>{}</h5><ul>{}</ul></div>", "<li>{}</li>"),
    "table": ("<tr><td class=box><b>{}</b><p>{}</td></tr>", "<span>{}</span> "),
    "dl": ("<dl class=box><dt>{}</dt>{}</dl>", "<dd>{}</dd>"),
}


def box_runs(make: str, asking: str) -> int:
    """How many runs of a page begin with a box; two boxes lead to records, two where said."""
    box, line = MAKES[make]
    leads = [f"<a href=/item/{i}>{word} lamp of some length</a>" for i, word in enumerate(WORDS)]
    asks = [f"<a href='{asking.format(word)}'>{word} 12 to 24 pieces</a>" for word in WORDS[:4]]
    boxes = {"Brand": asks[:2], "Price": asks[2:], "Viewed": leads[:4], "Trending": leads[4:]}
    side = "".join(box.format(name, "".join(map(line.format, of))) for name, of in boxes.items())
    side = f"<table>{side}</table>" if make == "table" else f"<div>{side}</div>"
    tree = parse(f"<body>{side}<h1>Found</h1>".encode(), url="http://one.example/s?q=oak")
    boxed = {
        node
        for node in range(tree.n)
        if dict(tree.attributes[node] or {}).get("class") == "box" or tree.tag[node] == "tr"
    }
    runs = Reader(tree, PageletModel(), "oak").runs
    return sum(boxed.issuperset(start for start, _ in run.parts) for run in runs)


@pytest.mark.parametrize("make", MAKES)
def test_boxes_are_a_list_only_where_they_lead_alike(make: str) -> None:
    assert 0 < box_runs(make, "/item/{}")
    assert 0 == box_runs(make, "/s?q=oak&brand={}")
