"""The files of the offline commands keep the contracts of DESIGN 6.2."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.papers import PaperSite
from tests.site.answers import HOST
from upwell.cli.main import run
from upwell.models.site.reading import UNKNOWN

READING = {
    "site", "file", "nodes", "terms", "url", "cluster", "cluster_rank", "empty", "pagelets",
    "objects", "blocks", "similarity", "outcome", "came_back", "doubtful",
}  # fmt: skip
OBJECT = {"xpath", "text", "links", "fields", "pagelet", "typed"}


def answer(query: str, n: int) -> str:
    records = "".join(
        f"<div class=hit><h3><a href='/item/{query}{i}'>{query.title()} number {i}</a></h3>"
        f"<p>Told in {i} chapters by the {query} society of town {i}, with a map.</p></div>"
        for i in range(n)
    )
    return (
        "<html><body><div id=nav><a href=/>Home</a><a href=/about>About us</a></div>"
        "<form action='/find'><input name=q><input type=hidden name=lang value=en></form>"
        f"<h1>Results for {query}</h1><div id=hits>{records}</div><p>Imprint</p></body></html>"
    )


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Two sites; of the second one file is empty and nothing is known of any."""
    queries = ["otter", "badger", "heron", "salmon", "beaver", "newt"]
    for site in ("b.example", "a.example"):
        pages = tmp_path / site / "pages"
        pages.mkdir(parents=True)
        for number, query in enumerate(queries):
            (pages / f"{number}.html").write_text(answer(query, 7 + number))
    lines = [
        {"file": f"{n}.html", "url": f"http://b.example/find?q={query}", "query": query}
        for n, query in enumerate(queries)
    ]
    (tmp_path / "b.example" / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "a.example" / "pages" / "9.html").write_text("")
    return tmp_path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("stream", [(), ("--stream",)])
def test_analyse_says_why_if_it_is_asked(saved: Path, tmp_path: Path, stream: list[str]) -> None:
    out = tmp_path / "why.jsonl"
    assert 0 == run(["analyse", str(saved), "--why", "-o", str(out), *stream])
    for line in lines_of(out):
        assert READING | {"route", "why"} == line.keys()
        assert ("none" == line["route"]) == (not line["pagelets"])
        assert line["why"] or line["outcome"] != "ok"


def test_analyse_writes_a_line_for_every_file_in_byte_order(saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "made" / "out.jsonl"
    assert 0 == run(["analyse", str(saved), "-o", str(out)])
    lines = lines_of(out)
    names = [f"{n}.html" for n in range(6)]
    expected = [("a.example", n) for n in [*names, "9.html"]] + [("b.example", n) for n in names]
    assert expected == [(line["site"], line["file"]) for line in lines]
    assert {frozenset(READING)} == {frozenset(line) for line in lines}
    assert {frozenset(OBJECT)} == {frozenset(o) for line in lines for o in line["objects"]}
    assert not out.with_name("out.jsonl.partial").exists()


def test_an_empty_file_has_an_outcome_and_is_of_no_kind(saved: Path, tmp_path: Path) -> None:
    assert 0 == run(["analyse", str(saved / "a.example"), "-o", str(tmp_path / "out")])
    *full, blank = lines_of(tmp_path / "out")
    assert ("empty", UNKNOWN, True, [], "no_match") == (
        blank["outcome"], blank["cluster"], blank["empty"], blank["objects"], blank["came_back"],
    )  # fmt: skip
    assert {("ok", int)} == {(line["outcome"], type(line["cluster"])) for line in full}


def test_links_are_absolute_where_the_url_of_a_page_is_known(saved: Path, tmp_path: Path) -> None:
    assert 0 == run(["analyse", str(saved / "b.example"), "-o", str(tmp_path / "out")])
    links = [
        link for line in lines_of(tmp_path / "out") for o in line["objects"] for link in o["links"]
    ]
    assert links
    assert [] == [link for link in links if not link.startswith("http://b.example/item/")]


def test_stream_writes_every_page_as_it_comes_and_again_when_its_reading_changed(
    saved: Path, tmp_path: Path
) -> None:
    assert 0 == run(["analyse", str(saved / "b.example"), "--stream", "-o", str(tmp_path / "out")])
    lines = lines_of(tmp_path / "out")
    names = [f"{n}.html" for n in range(6)]
    assert names == [line["file"] for line in lines[:6]]
    again = [line["file"] for line in lines[6:]]
    assert sorted(set(again)) == again
    first = {line["file"]: line for line in lines[:6]}
    assert [] == [line for line in lines[6:] if line == first[line["file"]]]


def test_stdout_takes_the_data_and_stderr_the_rest(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for output in ([], ["-o", "-"]):
        assert 0 == run(["analyse", str(saved / "b.example"), *output])
        out, err = capsys.readouterr()
        assert 6 == len([json.loads(line) for line in out.splitlines()])
        assert "" == err


def test_a_name_that_is_no_utf_8_is_written_as_json(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    with open(os.fsencode(tmp_path) + b"/pages/\xff.html", "wb") as page:
        page.write(b"<p>one page</p>")
    assert 0 == run(["analyse", str(tmp_path), "-o", str(tmp_path / "out")])
    assert ["\udcff.html"] == [line["file"] for line in lines_of(tmp_path / "out")]


def test_blocks_writes_types_paths_texts_and_links(saved: Path, tmp_path: Path) -> None:
    assert 0 == run(["blocks", str(saved), "-o", str(tmp_path / "out")])
    lines = lines_of(tmp_path / "out")
    assert 13 == len(lines)
    assert {frozenset({"site", "file", "blocks", "outcome"})} == {frozenset(x) for x in lines}
    found = [block for line in lines for block in line["blocks"]]
    assert {frozenset({"type", "xpaths", "text", "links"})} == {frozenset(b) for b in found}
    assert {block["type"] for block in found} <= {"article", "toc"}


def test_blocks_as_a_crawl_reads_them_are_those_of_analyse(tmp_path: Path) -> None:
    paper, folder = PaperSite("daily", "semantic", n=40), tmp_path / "paper.example"
    (folder / "pages").mkdir(parents=True)
    paths = list(paper.paths())
    for n, path in enumerate(paths):
        (folder / "pages" / f"{n}.html").write_text(paper.page(path))
    known = [{"file": f"{n}.html", "url": HOST + path} for n, path in enumerate(paths)]
    (folder / "pages.jsonl").write_text("".join(json.dumps(one) + "\n" for one in known))
    assert 0 == run(["blocks", str(folder), "--method", "stream", "-o", str(tmp_path / "out")])
    assert 0 == run(["analyse", str(folder), "-o", str(tmp_path / "readings")])
    blocks = {line["file"]: line["blocks"] for line in lines_of(tmp_path / "out")}
    assert blocks == {line["file"]: line["blocks"] for line in lines_of(tmp_path / "readings")}
    toc = [one for line in blocks.values() for one in line if one["type"] == "toc"]
    assert toc
    assert all(0.5 < one["sure"] <= 1 for one in toc)


def test_forms_writes_an_entry_per_form(saved: Path, tmp_path: Path) -> None:
    assert 0 == run(["forms", str(saved / "b.example"), "-o", str(tmp_path / "out")])
    first = lines_of(tmp_path / "out")[0]
    expected = {
        "place": 1,
        "never": None,
        "values": 0,
        "type": "search",
        "method": "get",
        "action": "/find",
        "query_field": "q",
        "template": "http://b.example/find?q={query}&lang=en",
        "defaults": {"lang": "en"},
    }
    assert [expected] == first["forms"]


POSTED = """<base href=http://a.example/>
<form action=/log><input name=user><input type=password name=word></form>
<form action=/find method=post role=search><input type=search name=q>
<input type=hidden name=state value=x7></form>
<form action=/list><select name=town><option value=a>A<option value=b>B</select></form>"""


def test_forms_names_the_place_of_a_posted_form_and_what_is_never_sent(tmp_path: Path) -> None:
    (tmp_path / "a.example").mkdir()
    (tmp_path / "a.example/page.html").write_text(POSTED)
    assert 0 == run(["forms", str(tmp_path), "-o", str(tmp_path / "out")])
    secret, posted, chosen = lines_of(tmp_path / "out")[0]["forms"]
    assert [1, 2, 3] == [form["place"] for form in (secret, posted, chosen)]
    assert "password" in secret["never"]
    assert "/find?q={query}#post" == posted["template"].partition("a.example")[2]
    assert 2 == chosen["values"]


def test_dedup_writes_arguments_then_urls(tmp_path: Path) -> None:
    pages = [
        {
            "page": f"http://b.example/s?q={q}",
            "query": q,
            "links": [f"http://b.example/s?q={q}&sort={i}&mfg={m}" for i in (1, 2) for m in ms],
        }
        for q, ms in [("gps", "ab"), ("tv", "cd"), ("pc", "ae"), ("cd", "fg")]
    ]
    (tmp_path / "in").write_text("\n".join(map(json.dumps, pages)))
    assert 0 == run(["dedup", str(tmp_path / "in"), "-o", str(tmp_path / "out")])
    lines = lines_of(tmp_path / "out")
    keys = [tuple(line) for line in lines]
    arguments = [k for k in keys if k == ("argument", "prevalence", "relevant")]
    assert arguments + [("url", "class", "keep")] * (len(keys) - len(arguments)) == keys
    assert {"mfg": True, "q": True, "sort": False} == {
        line["argument"]: line["relevant"] for line in lines[: len(arguments)]
    }
    assert 8 == sum(line["keep"] for line in lines[len(arguments) :])


def test_dedup_names_the_line_that_does_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").write_text('{"page": "http://a.example/", "links": []}\n{"page": 1}\n')
    assert 3 == run(["dedup", str(tmp_path / "in")])
    assert "line 2" in capsys.readouterr().err


def test_select_queries_writes_a_line_a_query(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = ["red car", "red bus", "blue bus", "blue tram"]
    docs = tmp_path / "docs.jsonl"
    docs.write_text("\n".join(json.dumps({"id": n, "text": t}) for n, t in enumerate(texts)))
    arguments = ["--method", "popular", "--count", "2", "--limit", "9", "--band", "1:9"]
    assert 0 == run(["select-queries", str(docs), *arguments, "--ordered"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    keys = ("step", "query", "matches", "returned", "new", "hit_rate", "overlap_rate")
    assert [keys, keys] == [tuple(line) for line in lines]
    assert [("red", 2), ("bus", 2)] == [(line["query"], line["matches"]) for line in lines]


def test_an_output_that_fails_midway_leaves_the_earlier_file(tmp_path: Path) -> None:
    earlier = '{"url": "http://a.example/", "class": "c", "keep": true}\n'
    (tmp_path / "out").write_text(earlier)
    (tmp_path / "in").write_text('{"page": "http://a.example/", "links": []}\n[]\n')
    assert 3 == run(["dedup", str(tmp_path / "in"), "-o", str(tmp_path / "out")])
    assert earlier == (tmp_path / "out").read_text()
    assert ["in", "out"] == sorted(path.name for path in tmp_path.iterdir())
