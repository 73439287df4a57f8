"""The arithmetic between what the bench prints and what stands in the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.apps.recorded import Answer, record
from benchmarks.apps.run import file_figures
from benchmarks.apps.scoring import completed, recall_of_prefix, requests_until, write_pages
from benchmarks.apps.truth.listed import listed_figures
from benchmarks.apps.truth.pages import write_truths
from benchmarks.apps.truth.repeated import telling_figures
from upwell.streams.codecs import compress
from upwell.streams.records import Page


def _answers(*times: float) -> list[Answer]:
    return [Answer(at, _page(number)) for number, at in enumerate(times)]


def _page(number: int, body: bytes = b"<p>one</p>", **known: Any) -> Page:
    return Page(
        site="a",
        number=number,
        low=0,
        url=f"http://a/{number}",
        final_url=f"http://a/{number}",
        reason="query",
        outcome="ok",
        fetched_at=0.0,
        body=compress(body),
        **known,
    )


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0.1, 1),  # the first line came after one answer
        (0.5, 3),  # the fifth line came at 3.5, when three had come
        (0.6, 3),
        (0.7, 4),
        (0.8, None),  # the file never held so many
    ],
)
def test_requests_are_counted_until_the_file_held_a_share_of_the_truth(
    share: float, expected: int | None
) -> None:
    arrivals = [1.5, 1.5, 2.5, 2.5, 3.5, 3.5, 9.0]
    found = requests_until(share, arrivals, _answers(1, 2, 3, 4, 5)[:4], lambda lines: lines / 10)
    assert expected == found


def test_a_file_without_lines_never_held_anything() -> None:
    assert requests_until(0.1, [], _answers(1, 2), lambda lines: 1.0) is None


def test_recall_of_the_first_lines_is_that_of_a_file_cut_after_them(tmp_path: Path) -> None:
    path = tmp_path / "stream.jsonl"
    path.write_text("a\nb\nc\n")

    def bench(what: str, file: Path) -> dict[str, Any]:
        assert what == "file"
        return {"recall": file.read_text().count("\n") / 4}

    recall = recall_of_prefix(bench, path)
    assert [0.25, 0.5, 0.75] == [recall(lines) for lines in (1, 2, 3)]
    assert ["stream.jsonl"] == [found.name for found in tmp_path.iterdir()]


def test_a_file_of_no_objects_has_no_ratios() -> None:
    scored = {
        "objects": 0,
        "precision": None,
        "recall": 0.0,
        "doubles": 0,
        "false": 0,
        "versions_per_object": None,
    }
    found = file_figures(scored, n_lines=0, n_written=4, n_requests=30)
    assert (0.0, None, None, None) == (
        found["recall"],
        found["lines_per_object"],
        found["written_per_object"],
        found["requests_per_object"],
    )


def test_the_last_reading_of_a_page_is_scored_with_its_best_region(tmp_path: Path) -> None:
    readings = [
        {"url": "http://a/1", "pagelets": [], "empty": True, "cluster": 0},
        {"url": "http://a/2", "outcome": "gone"},
        {"url": "http://a/1", "pagelets": [{"text": "x"}, {"text": "y"}], "empty": False,
         "cluster": 1, "objects": [{"text": "x"}]},
    ]  # fmt: skip
    path, out = tmp_path / "readings.jsonl", tmp_path / "scored.jsonl"
    path.write_text("".join(json.dumps(reading) + "\n" for reading in readings))
    write_pages(path, out)
    one, two = map(json.loads, out.read_text().splitlines())
    assert {"url": "http://a/1", "cluster": 1, "empty": False, "outcome": "ok",
            "pagelet_text": "x", "objects": [{"text": "x"}]} == one  # fmt: skip
    assert ("gone", None, "") == (two["outcome"], two["empty"], two["pagelet_text"])


def test_recorded_pages_lie_as_saved_pages_do(tmp_path: Path) -> None:
    pages = [
        Answer(1.0, _page(0, query="otters", status=404)),
        Answer(2.0, _page(1, body=b"")),  # nothing came: nothing to read
        Answer(3.0, _page(2, body="<p>zwölf</p>".encode())),
    ]
    assert 2 == record(pages, tmp_path)
    lines = list(map(json.loads, (tmp_path / "pages.jsonl").read_text().splitlines()))
    assert [("http://a/0", "otters", 404), ("http://a/2", None, 0)] == [
        (line["url"], line["query"], line["status"]) for line in lines
    ]
    assert "<p>zwölf</p>" == (tmp_path / "pages" / lines[1]["file"]).read_text("utf-8")


def test_what_is_true_of_recorded_pages_stands_beside_them(tmp_path: Path) -> None:
    record([Answer(float(n), _page(n)) for n in (0, 1, 1, 2)], tmp_path)
    asked: list[str] = []

    def region(url: str) -> tuple[str, str | None, list[dict[str, Any]]]:
        asked.append(url)
        return "multi", "one", [{"text": "one", "links": [url]}]

    assert 3 == write_truths(tmp_path, region)
    lines = list(map(json.loads, (tmp_path / "truth.jsonl").read_text().splitlines()))
    assert ["http://a/0", "http://a/1", "http://a/2"] == asked
    assert ["000000.html", "000002.html", "000003.html"] == [line["file"] for line in lines]
    assert ("multi", "one", [{"text": "one", "links": ["http://a/2"]}]) == (
        lines[2]["kind"],
        lines[2]["text"],
        lines[2]["objects"],
    )
    assert 2 == write_truths(tmp_path, region, most=2)  # the bench is asked for no more


def test_records_of_a_list_that_the_truth_does_not_describe_are_judged_by_whom_they_stand_for(
    tmp_path: Path,
) -> None:
    row = {"text": "one", "links": []}
    pages = [("http://a/s", "multi"), ("http://a/none", "nomatch"), ("http://a/log", "other")]
    truths: list[dict[str, Any]] = [
        {"url": url, "kind": kind, "text": None, "objects": []} for url, kind in pages
    ]
    read = [{"url": url, "objects": [row]} for url, _ in pages]
    unknown = {"url": "http://a/later", "objects": [row]}  # past those that have a truth
    for name, lines in (("truth", truths), ("scored", [*read, unknown])):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (tmp_path / f"{name}.jsonl").write_text(text)
    asked: dict[str, list[Any]] = {}

    def bench(what: str, path: Path) -> dict[str, Any]:
        asked[what] = list(map(json.loads, path.read_text().splitlines()))
        lists = {"objects_on_list_pages": {"precision": 0.5, "recall": 1.0}}
        return lists if what == "score" else {"objects": 4, "false": 1}

    found = listed_figures(bench, tmp_path)
    assert ["http://a/s", "http://a/none"] == [page["url"] for page in asked["score"]]
    assert [{"id": "0-0", **row}] == asked["file"]
    assert (0.5, 1.0, 0.75) == tuple(found.values())


def _write(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_words_that_every_record_of_a_page_repeats_do_not_count(tmp_path: Path) -> None:
    """A label that the true records have as well does."""
    texts = {"http://a/two": ["red ox new", "blue ewe new"], "http://a/one": ["grey ass new"]}
    kinds = [(url, "multi") for url in texts] + [("http://a/own", "single")]
    truths = [
        {"url": url, "kind": kind, "objects": [{"text": text} for text in texts.get(url, ["x"])]}
        for url, kind in kinds
    ]
    wrong = {"text": "something else buy it now or later"}
    read: list[dict[str, Any]] = [
        {"url": url, "objects": [{"text": f"{text} buy it now or later"} for text in held]}
        for url, held in texts.items()
    ]
    read[0]["objects"].append(wrong)
    _write(tmp_path / "truth.jsonl", truths)
    _write(tmp_path / "scored.jsonl", [*read, {"url": "http://a/own", "objects": [wrong]}])
    found = telling_figures(tmp_path)
    assert {"telling_precision": 0.75, "telling_recall": 1.0} == found


def test_versions_of_own_pages_are_counted_by_where_their_lines_are_from(tmp_path: Path) -> None:
    own, row = "http://a/1", "http://a/list"
    stream = [
        {"id": "1", "version": 1, "url": own, "page_url": row},
        {"id": "1", "version": 2, "url": own, "page_url": own},
        {"id": "2", "version": 1, "url": own, "page_url": own},  # an answer that led there
        {"id": "3", "version": 2, "url": own, "page_url": own},  # taken back
    ]
    _write(tmp_path / "stream.jsonl", stream)
    _write(tmp_path / "objects.jsonl", stream[1:3])
    assert 0.5 == completed(tmp_path / "stream.jsonl", tmp_path / "objects.jsonl")
