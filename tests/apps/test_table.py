"""What is printed and what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.apps.__main__ import main
from benchmarks.apps.application import ROOT
from benchmarks.apps.report.compare import compare
from benchmarks.apps.report.results import FILE, before, keep, newest
from benchmarks.apps.report.summary import headline, summary
from benchmarks.apps.report.table import LABELS, columns, mean, spread, table, worst
from benchmarks.apps.run import Pagelet, Run


def _run(app: str = "shop", **figures: object) -> Run:
    return Run(app=app, **figures)  # type: ignore[arg-type]


def test_a_run_stands_in_one_line_with_every_figure() -> None:
    run = _run(
        recall=0.5,
        precision=1.0,
        doubles=3,
        pagelets={"single": Pagelet(0.25, 0.75, 4)},
        withdrawn=12,
        requests_to_95=40,
        stopped="the budget is spent",
    )
    text = table([run])
    line = next(line for line in text.splitlines() if line.startswith("shop"))
    assert line.endswith("the budget is spent")
    figures = line.removesuffix("the budget is spent").split()
    heads = [*LABELS, *(column.head for column in columns([run]))]
    found = dict(zip(heads, figures, strict=True))
    assert (".500", "1.000", "3") == (found["recall"], found["prec"], found["dbl"])
    assert (".250", ".750") == (found["single P"], found["single R"])
    assert ("12", "40", "-") == (found["wdrn"], found["rq95"], found["emp P"])


def test_runs_of_one_site_are_followed_by_how_far_they_lie_apart() -> None:
    text = table([_run(run=1, recall=0.25), _run(run=2, recall=0.85), _run("wiki", recall=0.5)])
    assert 1 == text.count("spread")
    assert ".600" in next(line for line in text.splitlines() if "spread" in line)


def test_data_sets_and_crawls_of_one_dress_are_one_site() -> None:
    runs = [_run(seed=1, recall=0.9), _run(seed=2, recall=0.8), _run(dress="5", recall=0.1)]
    spreads = [line for line in table(runs).splitlines() if "spread" in line]
    assert [True] == [".100" in line for line in spreads]


def test_mean_and_worst_leave_out_what_was_not_measured() -> None:
    runs = [
        _run(recall=0.5, lines_per_object=1.5),
        _run(recall=1.0, lines_per_object=1.0),
        _run(error="it does not start", doubles=9),
        _run(recall=None),
    ]
    by_head = {column.head: column for column in columns(runs)}
    assert 0.75 == mean(runs, by_head["recall"])
    assert 0.5 == worst(runs, by_head["recall"])
    assert 1.5 == worst(runs, by_head["ln/o"])  # more lines are worse
    assert 0 == worst(runs, by_head["dbl"])
    assert worst(runs, by_head["req"]) is None  # neither side is better
    assert spread(runs[:1], by_head["recall"]) is None


def test_plain_and_dressed_runs_are_summed_up_apart() -> None:
    text = table([_run(recall=1.0), _run(dress="7", recall=0.5)])
    means = [line.split()[:3] for line in text.splitlines() if " mean " in line]
    assert [["plain", "mean", "1.000"], ["dressed", "mean", ".500"]] == means


def test_what_was_not_measured_says_why() -> None:
    line = table([_run(error="it does not start")]).splitlines()[1]
    assert line.endswith("NOT MEASURED: it does not start")
    assert "exit 1: nothing was found" in table([_run(exit=1, stopped="nothing was found")])


def test_results_have_the_keys_that_other_programs_read(tmp_path: Path) -> None:
    path = tmp_path / "apps.json"
    keep("abc", "2026-01-01", [_run(dress="7", recall=0.5, precision=1.0)], path)
    found = json.loads(path.read_text())
    assert ["commit", "date", "runs"] == list(found)
    run = found["runs"][0]
    assert ("shop", "7", 1, 0.5, 1.0) == tuple(
        run[name] for name in ("app", "dress", "seed", "recall", "precision")
    )


def test_runs_of_a_commit_are_put_together_and_those_of_another_go_before(tmp_path: Path) -> None:
    path = tmp_path / "apps.json"
    keep("abc", "day 1", [_run(run=1, recall=0.1), _run(run=2, recall=0.2)], path)
    keep("abc", "day 2", [_run(run=2, recall=0.3), _run(dress="7", recall=0.4)], path)
    last = newest(path)
    assert last is not None
    assert [0.1, 0.3, 0.4] == [run.recall for run in last.runs]
    assert [] == before(path)
    keep("def", "day 3", [_run(recall=0.9)], path)
    assert [last] == before(path)
    assert ["def"] == [found.commit for found in [newest(path)] if found]


@pytest.mark.parametrize("earlier", [True, False])
def test_the_newest_stands_beside_the_one_before(tmp_path: Path, earlier: bool) -> None:
    path = tmp_path / "apps.json"
    assert compare(path).startswith("nothing was measured yet")
    if earlier:
        keep("abc", "day 1", [_run(recall=0.2), _run(dress="5", recall=0.5)], path)
    keep("def", "day 2", [_run(recall=0.9, run=1), _run(recall=0.7, run=2)], path)
    lines = compare(path).splitlines()
    rows = [line.split()[:4] for line in lines[1:] if line.split()[0] == "shop"]
    new = ["shop", "plain", "def", ".800"]
    if earlier:
        assert [
            ["shop", "dressed", "abc", ".500"],
            ["shop", "dressed", "def", "-"],
            ["shop", "plain", "abc", ".200"],
            new,
        ] == rows
        assert ["change", ".600"] == lines[-1].split()[:2]
    else:
        assert [new] == rows


def test_a_run_that_never_got_there_leaves_no_mean() -> None:
    by_head = {column.head: column for column in columns([])}
    runs = [_run(requests_to_95=40), _run(requests_to_95=60)]
    assert (50, 60) == (mean(runs, by_head["rq95"]), worst(runs, by_head["rq95"]))
    runs.append(_run(requests_to_95=None))
    assert mean(runs, by_head["rq95"]) is None
    assert worst(runs, by_head["rq95"]) is None


def test_the_summary_has_the_largest_spread_between_runs_of_one_site(tmp_path: Path) -> None:
    path = tmp_path / "apps.json"
    assert summary(path).startswith("nothing was measured yet")
    runs = [_run(run=n, recall=recall) for n, recall in enumerate((0.5, 0.6))]
    runs += [_run("wiki", run=n, recall=recall) for n, recall in enumerate((0.1, 0.4))]
    runs += [_run(dress="7", recall=1.0, harm=3), _run("forum", error="it does not start")]
    keep("abcdefghi", "2026-01-02T03:04", runs, path)
    lines = summary(path).splitlines()
    assert (
        "Commit `abcdefg`, 2026-01-02: plain 4 crawls of 2 applications, "
        "dressed 1 crawls of 1 applications"
    ) == lines[0]
    recall = next(line for line in lines if "(recall)" in line)
    assert [".400", ".100", ".300", "1.000", "1.000", "-"] == recall.strip("| ").split(" | ")[1:]


@pytest.mark.parametrize("name", ["compare", "summary", "table"])
def test_what_was_kept_is_printed_without_any_application(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "apps.json"
    keep("abcdefghi", "2026-01-02T03:04", [_run(recall=0.125), _run(dress="7", recall=1.0)], path)
    assert 0 == main([f"--{name}", "--results", str(path)])
    printed = capsys.readouterr().out
    assert ".125" in printed
    assert "dressed" in printed


def test_the_pages_say_what_was_measured_last() -> None:
    assert summary(FILE) in (ROOT / "docs" / "status.md").read_text("utf-8")
    assert headline(FILE) in (ROOT / "README.md").read_text("utf-8")


def test_the_readme_has_one_line_of_all_applications(tmp_path: Path) -> None:
    path = tmp_path / "apps.json"
    assert "apps.json" in headline(path)
    runs = [_run(recall=0.5), _run(app="other", recall=1.0), _run(dress="7", recall=0.25)]
    keep("abcdefghi", "2026-01-02T03:04", runs, path)
    plain, dressed = headline(path).split("; ")
    assert plain.startswith(
        "plain, 2 crawls of 2 applications: recall .750 (worst .500), precision"
    )
    assert dressed.startswith("dressed, 1 crawls of 1 applications: recall .250 (worst .250)")
