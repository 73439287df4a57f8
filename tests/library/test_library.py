"""What `import upwell` gives a program: tables and readings of saved pages; crawls are in `e2e`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import upwell
from upwell.errors import ConfigError
from upwell.models.tree.parse import parse

HTML = "<h1>Otters</h1><ul><li><a href=/{0}>otter {0}</a> swims in the river</ul>"
PAIRS = [(f"http://zoo.example/?q={n}", HTML.format(n)) for n in range(4)]


def line(id: str, **fields: Any) -> dict[str, Any]:
    raw = {name: f"<{value}>" for name, value in fields.items()}
    return {"id": id, "url": None, "fields": fields, "raw": raw}


OBJECTS = upwell.Objects(
    [line("a", price={"value": 3, "unit": "EUR"}, size="L"), line("b", size=4), line("c", new=True)]
)


def test_a_table_has_a_row_an_object() -> None:
    """A value with a unit is two columns."""
    assert ["price", "size", "new"] == OBJECTS.columns
    assert {"id": "a", "url": None, "price": 3, "price_unit": "EUR", "size": "L"} == OBJECTS.rows()[
        0
    ]
    assert (3, 2, "b") == (len(OBJECTS), len(OBJECTS[1:]), OBJECTS[1]["id"])


def test_a_notebook_shows_the_texts_of_the_page_and_runs_nothing_of_it() -> None:
    """However many there are, the first rows."""
    shown = OBJECTS._repr_html_()
    assert ("&lt;L&gt;" in shown, "<L>" in shown) == (True, False)
    many = upwell.Objects([line(str(n), size="L") for n in range(500)])._repr_html_()
    assert (20, True) == (len(re.findall("<tr><td>", many)), "480 more" in many)


def test_arrow_takes_a_column_of_several_types_as_text() -> None:
    """One of numbers as numbers."""
    table = OBJECTS.to_arrow()
    assert ["L", "4", None] == table.column("size").to_pylist()
    assert [3, None, None] == table.column("price").to_pylist()


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what installs it."""
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ConfigError, match="this needs pandas; install it with: pip install pandas"):
        OBJECTS.to_pandas()


def test_pages_are_read_alike_however_they_come(tmp_path: Path) -> None:
    """Pairs, bytes, parsed pages, paths of pages, a folder."""
    for n, (_, html) in enumerate(PAIRS):
        (tmp_path / f"{n}.html").write_text(html)
    files = sorted(tmp_path.glob("*.html"))
    ways: list[Any] = [
        PAIRS,
        [html.encode() for _, html in PAIRS],
        [upwell.SavedPage(url, parse(html.encode(), "", url)) for url, html in PAIRS],
        files,
        [str(path) for path in files],
        tmp_path,
        str(tmp_path),
    ]
    texts = [
        [[found.text for found in reading.objects] for reading in upwell.analyse(way)]
        for way in ways
    ]
    assert [texts[0]] * len(ways) == texts
    assert 4 == len(texts[0])
    with pytest.raises(ConfigError, match="does not exist"):
        upwell.analyse(tmp_path / "none")
