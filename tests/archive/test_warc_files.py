"""What was fetched is in the WARC files once, whenever the process died."""

from __future__ import annotations

from pathlib import Path

import pytest

from upwell.errors import UsageError
from upwell.streams.archive import SavedPage, read_sites
from upwell.streams.archive.warc_files import WarcFiles
from upwell.streams.codecs import compress
from upwell.streams.records import Again, Page


def page(number: int, query: str | None = None, status: int = 200) -> Page:
    url = f"http://h.example/{number}"
    return Page(
        site="h.example",
        number=number,
        low=1,
        url=url,
        final_url=url,
        reason="query",
        outcome="ok",
        fetched_at=1_700_000_000.25 + number,
        query=query,
        status=status,
        headers={"content-type": "text/html; charset=utf-8", "content-encoding": "gzip"},
        body=compress(f"<p>café {number}".encode()),
    )


def saved(folder: Path) -> list[SavedPage]:
    return [
        page
        for path in sorted(folder.glob("*.warc.gz"))
        for site in read_sites(path)
        for page in site.pages
    ]


def test_a_page_comes_back_with_its_url_type_query_and_body(tmp_path: Path) -> None:
    files = WarcFiles(tmp_path / "warc")
    files.open(False)
    again = Again(site="h", seq=1, url="u", number=1, offset=0, model_version=1)
    files.write([page(1, "sea otter"), again, page(2)], {0: 3})
    files.close()
    first, second = saved(tmp_path / "warc")
    assert ("http://h.example/1", "sea otter") == (first.url, first.query)
    assert "text/html; charset=utf-8" == first.content_type
    assert "<p>café 1".encode() == first.body
    assert (second.url, second.query) == ("http://h.example/2", None)


def test_what_was_written_after_the_last_commit_is_cut_off_and_written_once(tmp_path: Path) -> None:
    files = WarcFiles(tmp_path)
    files.open(False)
    files.write([page(1)], {0: 1})
    files.close()
    with (tmp_path / "upwell-00001.warc.gz").open("ab") as torn:
        torn.write(b"half a member")
    (tmp_path / "upwell-00002.warc.gz").write_bytes(b"a file that was begun")
    files = WarcFiles(tmp_path)
    assert {0: 1} == files.open(True)
    files.write([page(2)], {0: 2})
    files.close()
    assert ["http://h.example/1", "http://h.example/2"] == [page.url for page in saved(tmp_path)]


def test_a_file_that_is_full_is_followed_by_another(tmp_path: Path) -> None:
    files = WarcFiles(tmp_path, file_bytes=500)
    files.open(False)
    files.write([page(1), page(2)], {0: 2})
    files.close()
    assert 2 == len(list(tmp_path.glob("*.warc.gz")))
    assert ["http://h.example/1", "http://h.example/2"] == [page.url for page in saved(tmp_path)]


def test_another_crawl_into_the_folder_leaves_the_files_of_the_first(tmp_path: Path) -> None:
    for number in (1, 2):
        files = WarcFiles(tmp_path)
        assert {} == files.open(False)
        files.write([page(number)], {0: 1})
        files.close()
    assert ["http://h.example/1", "http://h.example/2"] == [page.url for page in saved(tmp_path)]


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    bodies = []
    for name in "ab":
        files = WarcFiles(tmp_path / name)
        files.open(False)
        head = (tmp_path / name / "upwell-00001.warc.gz").stat().st_size
        files.write([page(1, "x\r\ny: z")], {0: 1})
        files.close()
        bodies.append((tmp_path / name / "upwell-00001.warc.gz").read_bytes()[head:])
    assert bodies[0] == bodies[1]


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="stays as it is"):
        WarcFiles(tmp_path).open(False)
