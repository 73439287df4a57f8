"""Recorded crawls are read again without the site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.apps.replay import ORDERS, main, recorded, replay
from tests.agents.paged import page_of

N = 24


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Answers of a made site, and what is true of them: every fourth truth says too much."""
    (tmp_path / "pages").mkdir()
    pages, truths = [], []
    for number in range(N):
        n_records = number % 5 + 3
        shown = list(range(7 * number, 7 * number + n_records))
        url, file = f"http://s/search?q=w{number}", f"{number:06}.html"
        body = page_of(shown, 0, f"/search?q=w{number}", f"Results for w{number}", number)
        (tmp_path / "pages" / file).write_bytes(body)
        page = {"file": file, "url": url, "query": f"w{number}", "content_type": "text/html"}
        pages.append(page | {"outcome": "ok", "reason": "query"})
        records = [{"text": str(n), "links": []} for n in shown] * (1 + (number % 4 == 0))
        truths.append({"file": file, "url": url, "kind": "multi", "text": "", "objects": records})
    for name, lines in (("pages", pages), ("truth", truths)):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return tmp_path


def test_what_a_truth_does_not_bear_out_is_not_right(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main([str(folder)])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    multi = next(line for line in lines if line[0] == "multi")
    assert [str(N * 3 // 4), "of", str(N)] == multi[2:]
    assert set(ORDERS) <= {line[0] for line in lines}


@pytest.mark.parametrize("order", ORDERS)
def test_a_made_site_is_read_alike_in_every_order(folder: Path, order: str) -> None:
    pages = recorded(folder)
    assert replay(pages).ended == replay(pages, ORDERS[order](pages)).ended
