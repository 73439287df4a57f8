"""What a site costs to analyse does not grow with the site."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from upwell.cli.saved.analyse_site import Line, Manner, streamed, together
from upwell.cli.saved.files import Counting
from upwell.models.tree import TagTree
from upwell.streams.archive import SavedSite, read_sites

N = 30
BROKEN = "07.html"


@pytest.fixture
def site(tmp_path: Path) -> SavedSite:
    """Answer pages of one template with a picture among them."""
    folder = tmp_path / "shop" / "pages"
    folder.mkdir(parents=True)
    for n in range(N):
        rows = "".join(
            f"<li><a href=/{n}x{row}>Otter {n * row} of sort {row}</a> <b>{row}.{n:02} &euro;</b>"
            for row in range(1, 4 + n % 3)
        )
        page = f"<title>shop</title><h1>Found</h1><ul>{rows}</ul><p>Imprint and terms"
        (folder / f"{n:02}.html").write_text(page)
    (folder / BROKEN).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (found,) = read_sites(tmp_path)
    return found


def held(lines: Iterator[Line]) -> tuple[list[Line], int]:
    """The lines, and the most trees that were alive beside each, those of other tests apart.

    What was there before is frozen: the collector neither walks nor lists it.
    """
    gc.collect()
    gc.freeze()
    found, most = [], 0
    try:
        for line in lines:
            found.append(line)
            most = max(most, sum(isinstance(each, TagTree) for each in gc.get_objects()))
    finally:
        gc.unfreeze()
    return found, most


@pytest.mark.parametrize("bound", [Manner(most_pages=5), Manner(most_bytes=2_000)])
def test_a_site_too_large_to_hold_is_read_as_one_that_is_held(
    site: SavedSite, bound: Manner
) -> None:
    at_once = list(together(site, Manner(), Counting("reading")))
    lines, n_trees = held(together(site, bound, Counting("reading")))
    assert [f"{n:02}.html" for n in range(N)] == [line["file"] for line in lines]
    assert ["not_html"] == [line["outcome"] for line in lines if line["file"] == BROKEN]
    for name in ("objects", "nodes", "terms", "outcome", "empty"):
        assert [line[name] for line in at_once] == [line[name] for line in lines]
    assert n_trees <= 3


def test_a_stream_holds_no_page_that_it_has_read(site: SavedSite) -> None:
    lines, n_trees = held(streamed(site, Manner(), Counting("reading")))
    assert n_trees <= 3
    first, again = lines[:N], lines[N:]
    assert [f"{n:02}.html" for n in range(N)] == [line["file"] for line in first]
    before = {line["file"]: line for line in first}
    assert all(before[line["file"]] != line for line in again)


def test_what_is_counted_is_told_now_and_then(
    site: SavedSite, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upwell.cli.saved.files.LINE_EVERY_S", -1.0)
    list(together(site, Manner(most_pages=5), Counting("reading")))
    told = capsys.readouterr().err.splitlines()
    assert [f"learning from: {n} pages" for n in range(1, N + 1)] == told[6 : 6 + N]
    assert f"reading: {N} pages" == told[-1]
