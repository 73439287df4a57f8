"""`--csv`: objects as a table that a person would keep (RFC 4180)."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.filled import SITE, Shell, change, fill
from upwell.cli.main import run
from upwell.streams.records import Change

PLACES = "Bray Cork Derry Ennis Fermoy".split()


def record(query: str, n: int) -> str:
    author = f"<p>Author: <b>{query.title()} O&quot;Neill, {PLACES[n % 5]}</b></p>" if n % 2 else ""
    return (
        f"<div class=hit><h3><a href='/item/{query}{n}'>The {query} of {PLACES[n % 5]} {n}</a></h3>"
        f"{author}<span class=cost>{n},50 €</span><p class=text>Chapter {n * 7} tells how the"
        f" {query} came to {PLACES[n % 5]} with {n * 3} others.</p></div>"
    )


def saved(folder: Path) -> Path:
    pages = folder / "shop.example" / "pages"
    pages.mkdir(parents=True)
    lines = []
    for number, query in enumerate(("otter", "badger", "heron", "salmon", "beaver", "newt")):
        records = "".join(record(query, n) for n in range(20 * number, 20 * number + 5 + number))
        (pages / f"{number}.html").write_text(
            f"<html><body><a href=/>Home</a><h1>Results for {query}</h1><div>{records}</div>"
        )
        url = f"http://shop.example/find?q={query}"
        lines.append(json.dumps({"file": f"{number}.html", "url": url, "query": query}))
    (pages.parent / "pages.jsonl").write_text("\n".join(lines))
    return pages.parent


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream, strict=True))


def test_a_site_becomes_a_table_with_a_row_an_object(tmp_path: Path) -> None:
    out = tmp_path / "objects.csv"
    assert 0 == run(["analyse", str(saved(tmp_path)), "--csv", str(out)])
    found = rows(out)
    columns = ["title", "link", "author", "price", "price_unit", "text"]
    header = ["site", "page", "group", *columns, "links"]
    assert header == list(found[0])
    assert sum(range(5, 11)) == len(found)
    assert {
        "site": "shop.example",
        "page": "http://shop.example/find?q=otter",
        "group": "",
        "title": "The otter of Ennis 3",
        "link": "http://shop.example/item/otter3",
        "author": 'Otter O"Neill, Ennis',
        "price": "3.5",
        "price_unit": "EUR",
        "text": "Chapter 21 tells how the otter came to Ennis with 9 others.",
        "links": "http://shop.example/item/otter3",
    } == found[3]


def test_lines_end_as_rfc_4180_has_them_and_the_header_stands_once(tmp_path: Path) -> None:
    out = tmp_path / "objects.csv"
    assert 0 == run(["analyse", str(saved(tmp_path)), "--csv", str(out)])
    written = out.read_bytes()
    assert written.count(b"\n") == written.count(b"\r\n") == 1 + sum(range(5, 11))
    assert 1 == written.count(b"site,page,group,")
    assert b'"Otter O""Neill, Ennis"' in written


def test_a_stream_of_pages_gives_the_same_table_as_all_at_once(tmp_path: Path) -> None:
    folder = saved(tmp_path)
    for name, more in (("batch", []), ("stream", ["--stream"])):
        assert 0 == run(["analyse", str(folder), "--csv", str(tmp_path / name), *more])
    assert rows(tmp_path / "batch") == rows(tmp_path / "stream")


def test_lines_are_written_only_where_they_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = saved(tmp_path)
    assert 0 == run(["analyse", str(folder), "--csv", str(tmp_path / "t.csv")])
    assert "" == capsys.readouterr().out
    assert 0 == run(["analyse", str(folder), "--csv", "-", "-o", str(tmp_path / "lines")])
    assert "site,page,group,title" == capsys.readouterr().out[:21]
    assert 6 == len((tmp_path / "lines").read_text().splitlines())
    assert 2 == run(["analyse", str(folder), "--csv", "-", "-o", "-"])


def test_the_objects_of_a_site_are_a_table_of_their_newest_versions(
    log_url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    named = Change(
        id="d", version=1, event="new", site=SITE, page_url="http://x/", seen_at=3.0,
        text="site of an otter", fields={"site": "River", "price": "2 €"}, links=["http://x/1"],
    )  # fmt: skip
    fill(log_url, [change("c", 1), change("c", 2, "changed"), named])
    out = tmp_path / "objects.csv"
    assert [] == Shell(log_url, capsys)("objects", SITE, "--csv", str(out))
    assert [("c", "2", "", "2.50 €", ""), ("d", "1", "River", "2 €", "http://x/1")] == [
        (r["id"], r["version"], r["field_site"], r["price"], r["links"]) for r in rows(out)
    ]
