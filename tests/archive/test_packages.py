"""Zip, WACZ and MHTML files, single pages and stdin read as the folders they were made of."""

from __future__ import annotations

import gzip
import io
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from upwell.errors import ConfigError
from upwell.streams.archive import STDIN, SavedPage, read_sites

Sites = dict[str, list[SavedPage]]

WARC = (
    b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.example/1\r\n"
    b"Content-Type: application/http; msgtype=response\r\nContent-Length: 50\r\n\r\n"
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one\r\n\r\n"
)
MHTML = (
    b"From: <Saved by a browser>\r\nSnapshot-Content-Location: http://h.example/a?q=%C3%A9\r\n"
    b'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html"; boundary="x"\r\n'
    b"\r\n--x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n"
    b"--x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: "
    b"quoted-printable\r\n\r\n<p>caf=C3=A9\r\n--x--\r\n"
)


def read(path: Path) -> Sites:
    return {site.name: list(site.pages) for site in read_sites(path)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "saved" / "a.example" / "pages"
    pages.mkdir(parents=True)
    (pages / "1.html").write_bytes(b"<p>1")
    (pages.parent / "pages.jsonl").write_text('{"file": "1.html", "url": "http://a.example/1"}\n')
    return tmp_path / "saved"


def zipped(folder: Path, target: Path) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder.parent))
        archive.writestr("../escape/x.html", "<p>out")
        archive.writestr("/abs.html", "<p>out")
    return target


def test_a_zip_reads_as_the_folder_it_was_made_of_and_nothing_leads_out(
    folder: Path, tmp_path: Path
) -> None:
    assert read(folder) == read(zipped(folder, tmp_path / "saved.zip"))


def test_of_a_wacz_package_every_warc_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "crawl.wacz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.warc.gz", gzip.compress(WARC))
        archive.writestr("archive/more.warc", WARC.replace(b"h.example/1", b"i.example/2"))
        archive.writestr("pages/pages.jsonl", "{}")
    found = {name: [page.url for page in pages] for name, pages in read(path).items()}
    assert {"h.example": ["http://h.example/1"], "i.example": ["http://i.example/2"]} == found


def test_of_an_mhtml_file_its_page_is_read_with_its_url_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "shop.mhtml"
    path.write_bytes(MHTML)
    ((page,),) = read(path).values()
    assert ("http://h.example/a?q=%C3%A9", b"<p>caf\xc3\xa9") == (page.url, page.body.strip())
    assert "text/html; charset=utf-8" == page.content_type


def test_a_single_page_is_a_site_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "one.html"
    path.write_bytes(b"<p>1")
    assert {"one": [SavedPage("one.html", b"<p>1")]} == read(path)


@pytest.mark.parametrize(
    ("begins", "given"),
    [
        ("page", b"<p>1"),
        ("warc", WARC),
        ("warc.gz", gzip.compress(WARC)),
        ("zip", b""),
    ],
)
def test_stdin_is_what_it_begins_with(
    begins: str, given: bytes, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = given or zipped(folder, tmp_path / "saved.zip").read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(given)))
    bodies = [page.body for pages in read(STDIN).values() for page in pages]
    assert [b"<p>one" if "warc" in begins else b"<p>1"] == [body.strip() for body in bodies]


@pytest.mark.parametrize("name", ["x.zip", "x.wacz", "x.mhtml"])
def test_a_damaged_package_is_one_clear_error(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"PK\x03\x04 no package")
    with pytest.raises(ConfigError, match=name):
        read(tmp_path / name)
