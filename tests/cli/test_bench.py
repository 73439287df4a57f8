"""`upwell bench`: what it measures, and what it is compared with."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import pytest

from upwell.bench import Figure, compared
from upwell.bench.log_speed import log_speed
from upwell.bench.reading import reading
from upwell.bench.ring import hello, ring
from upwell.bench.stored import STORED
from upwell.cli.crawls import demo
from upwell.cli.crawls.demo import running_source
from upwell.cli.main import run
from upwell.cli.upkeep import bench
from upwell.errors import ConfigError


@pytest.mark.e2e
def test_every_figure_has_a_stored_one(tmp_path: Path) -> None:
    """Each step for as short as it can be: what is named, not how fast it is."""
    with running_source("catalogue", seed=1, size=60) as url:
        figures = [
            *hello(),
            *reading(0.0001),
            *log_speed(tmp_path / "log", 0.01),
            *ring(tmp_path / "crawl", 90.0, url),  # it ends by itself
        ]
    assert list(STORED) == [figure.name for figure in figures]
    assert all(figure.value > 0 for figure in figures)
    for figure in figures:
        assert (figure.ratio is None) == (STORED[figure.name][1] is None)


def test_a_crawl_that_brings_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="brought nothing"):
        list(ring(tmp_path / "crawl", 5.0, "http://127.0.0.1:1/"))


def test_better_is_more_or_less_as_the_figure_says() -> None:
    name, (value, ratio) = "read a page", STORED["read a page"]
    assert ratio is not None
    assert 2.0 == compared(Figure(name, value * 2, "pages/s", ratio)).times
    assert 2.0 == compared(Figure(name, value / 2, "ms", ratio, higher=False)).times
    assert compared(Figure(name, value, "pages/s", ratio * 1.6)).is_dearer
    assert not compared(Figure(name, value / 9, "pages/s", ratio)).is_dearer


@pytest.mark.parametrize("as_json", [True, False])
def test_figures_are_printed_beside_the_stored_ones(
    as_json: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dear = Figure("read a page", 100.0, "pages/s", 99.0)
    monkeypatch.setattr(demo, "running_source", lambda *of, **more: nullcontext(""))
    monkeypatch.setattr(bench, "measured", lambda seconds, url, say: iter([dear]))
    assert 0 == run(["bench", *(["--json"] if as_json else [])])
    printed = capsys.readouterr().out
    if as_json:
        line = json.loads(printed)
        assert (100.0, STORED["read a page"][0]) == (line["value"], line["stored"])
        return
    for word in ("read a page", "upwell doctor"):
        assert word in printed
