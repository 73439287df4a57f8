"""Saved pages are read alike from folders, tar archives and WARC files (DESIGN 6.2)."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
import zlib
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest

from upwell.errors import ConfigError
from upwell.streams.archive import SavedPage, read_sites

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Sites = dict[str, list[SavedPage]]


def read(path: Path) -> Sites:
    return {site.name: list(site.pages) for site in read_sites(path)}


def files(sites: Sites) -> dict[str, list[str]]:
    return {name: [page.file for page in pages] for name, pages in sites.items()}


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    """Two sites, one of them with what is known about its pages."""
    root = tmp_path / "saved"
    for name in ("b", "a.example"):
        pages = root / name / "pages"
        pages.mkdir(parents=True)
        for file in ("2.html", "10.html", "é.html"):
            (pages / file).write_bytes(f"<p>{name} {file}".encode())
        (pages / "logo.png").write_bytes(b"no page")
    (root / "b" / "pages.jsonl").write_text(
        '{"file": "2.html", "url": "http://b/2", "query": "two"}\n\n'
        '{"file": "10.html", "content_type": "text/html; charset=cp1252", "query": null}\n'
    )
    (root / "b" / "truth.json").write_text("{}")
    return root


def packed(folder: Path, target: Path, mode: str = "w:xz", top: str = "saved") -> Path:
    with tarfile.open(target, mode) as archive:  # type: ignore[call-overload]
        for path in sorted(folder.rglob("*"), reverse=True):
            archive.add(path, f"{top}/{path.relative_to(folder)}", recursive=False)
    return target


def test_sites_and_pages_come_in_byte_order(sites: Path) -> None:
    expected = ["10.html", "2.html", "é.html"]
    assert [("a.example", expected), ("b", expected)] == list(files(read(sites)).items())


def test_what_pages_jsonl_says_stands_with_its_page(sites: Path) -> None:
    ten, two, e = read(sites)["b"]
    assert (two.url, two.query, two.content_type) == ("http://b/2", "two", None)
    assert (ten.url, ten.query, ten.content_type) == (None, None, "text/html; charset=cp1252")
    assert (e.url, e.query, e.content_type, e.outcome) == (None, None, None, "ok")


@pytest.mark.parametrize(("suffix", "mode"), [(".tar.xz", "w:xz"), (".tar.gz", "w:gz")])
def test_an_archive_reads_as_the_folder_it_was_made_of(
    sites: Path, tmp_path: Path, suffix: str, mode: str
) -> None:
    assert read(sites) == read(packed(sites, tmp_path / f"saved{suffix}", mode))


@pytest.mark.parametrize(
    "choose", [lambda root: root / "b", lambda root: root / "b" / "pages"], ids=["site", "pages"]
)
def test_one_site_is_named_for_its_folder(sites: Path, choose: Callable[[Path], Path]) -> None:
    assert {"b": read(sites)["b"]} == read(choose(sites))


def test_a_folder_of_pages_is_a_site(tmp_path: Path) -> None:
    folder = tmp_path / "just-pages"
    folder.mkdir()
    (folder / "x.html").write_bytes(b"x")
    assert {"just-pages": [SavedPage("x.html", b"x")]} == read(folder)


def test_a_tar_of_pages_is_a_site_named_for_the_tar(tmp_path: Path) -> None:
    path = tmp_path / "shop.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        info = tarfile.TarInfo("x.html")
        info.size = 1
        archive.addfile(info, io.BytesIO(b"x"))
    assert files(read(path)) == {"shop": ["x.html"]}


def test_nothing_of_a_tar_lands_outside_of_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "t" / "evil.tar"
    path.parent.mkdir()
    with tarfile.open(path, "w") as archive:
        for name in ("../../up.html", "/tmp/abs.html", "in.html"):
            info = tarfile.TarInfo(name)
            info.size = 1
            archive.addfile(info, io.BytesIO(b"x"))
        link = tarfile.TarInfo("link.html")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
        archive.addfile(link)
    assert files(read(path)) == {"evil": ["in.html"]}


def test_the_unpacked_pages_are_gone_after_reading(sites: Path, tmp_path: Path) -> None:
    found = read_sites(packed(sites, tmp_path / "saved.tar.xz"))
    before = set(Path(found.gi_frame.f_locals["holder"].name).iterdir())  # type: ignore[attr-defined]
    for site in found:
        list(site.pages)
    assert before
    assert not any(path.exists() for path in before)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("nowhere", None, "does not exist"),
        ("empty", "folder", r"no \*\.html"),
        ("notes.txt", b"?", "neither a folder"),
        ("bad.tar.xz", b"no archive", "tar archive"),
        ("bad.warc.gz", b"no archive", "WARC"),
        ("cut.warc.gz", gzip.compress(b"WARC/1.0\r\n" * 50, mtime=0)[:20], "WARC"),
        ("none.warc", b"", "there is no page in it"),
    ],
)
def test_what_cannot_be_read_is_the_operators_to_mend(
    tmp_path: Path, name: str, content: bytes | str | None, told: str
) -> None:
    path = tmp_path / name
    if content == "folder":
        path.mkdir()
    elif isinstance(content, bytes):
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=told):
        read(path)


@pytest.mark.parametrize("line", ["{", "[]", '{"url": "x"}'])
def test_a_bad_line_of_pages_jsonl_is_named(sites: Path, line: str) -> None:
    with (sites / "b" / "pages.jsonl").open("a") as out:
        out.write(line)
    with pytest.raises(ConfigError, match=r"pages\.jsonl, line 4"):
        read(sites)


def record(url: str, block: bytes, kind: str = "response", extra: str = "") -> bytes:
    head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n{extra}"
    return f"{head}Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def answer(body: bytes, *fields: str) -> bytes:
    return "\r\n".join(["HTTP/1.1 200 OK", *fields, "", ""]).encode() + body


HTML = "Content-Type: text/html; charset=utf-8"
CHUNKED = b"3\r\n<p>\r\n5;x=y\r\nchunk\r\n0\r\n\r\n"
_RAW = zlib.compressobj(wbits=-15)
RAW_DEFLATE = _RAW.compress(b"<p>raw") + _RAW.flush()


@pytest.mark.parametrize(
    ("block", "body"),
    [
        (answer(b"<p>plain", HTML), b"<p>plain"),
        (answer(b"<p>a\r\n\r\nb", HTML), b"<p>a\r\n\r\nb"),
        (answer(CHUNKED, HTML, "Transfer-Encoding: chunked"), b"<p>chunk"),
        (answer(b"<p>was chunked", HTML, "Transfer-Encoding: chunked"), b"<p>was chunked"),
        (answer(gzip.compress(b"<p>gz", mtime=0), HTML, "Content-Encoding: gzip"), b"<p>gz"),
        (answer(b"<p>was gz", HTML, "Content-Encoding: gzip"), b"<p>was gz"),
        (answer(zlib.compress(b"<p>zl"), HTML, "Content-Encoding: deflate"), b"<p>zl"),
        (answer(RAW_DEFLATE, HTML, "Content-Encoding: deflate"), b"<p>raw"),
        (answer(brotli.compress(b"<p>br"), HTML, "Content-Encoding: br"), b"<p>br"),
        (answer(b"<p>was br", HTML, "Content-Encoding: br"), b"<p>was br"),
        (answer(zstd.compress(b"<p>zs"), HTML, "Content-Encoding: zstd"), b"<p>zs"),
        (answer(b"<p>was zs", HTML, "Content-Encoding: zstd"), b"<p>was zs"),
        (
            answer(gzip.compress(brotli.compress(b"<p>2")), HTML, "Content-Encoding: br, gzip"),
            b"<p>2",
        ),
        (b"HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>bare", b"<p>bare"),
        (answer(b"<p>no type"), b"<p>no type"),
    ],
)
@pytest.mark.parametrize("pack", [gzip.compress, bytes], ids=["warc.gz", "warc"])
def test_a_body_is_what_the_server_meant(
    tmp_path: Path, block: bytes, body: bytes, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(
        pack(record("", b"software: x", "warcinfo")) + pack(record("http://h/x", block))
    )
    assert [body] == [page.body for page in read(path)["h"]]


def test_a_warc_has_a_site_for_each_authority_and_only_its_pages(tmp_path: Path) -> None:
    page, image = answer(b"<p>x", HTML), answer(b"x", "Content-Type: image/png")
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(
        b"".join(
            gzip.compress(one, mtime=0)
            for one in (
                record("http://b.example:8080/1", page),
                record("https://A.example/2", page),
                record("https://a.example/2", page, "revisit"),
                record("https://a.example/i.png", image),
                record("dns:a.example", page),
                record("http://../escape", page),
                record("https://a.example/3", b"<p>r", "resource", "Content-Type: text/html\r\n"),
                record("https://a.example/4", answer(b"", HTML)),
            )
        )
    )
    sites = read(path)
    assert {name: [page.url for page in pages] for name, pages in sites.items()} == {
        "a.example": ["https://A.example/2", "https://a.example/3"],
        "b.example:8080": ["http://b.example:8080/1"],
        "unnamed": ["http://../escape"],
    }
    assert sites["b.example:8080"][0].content_type == "text/html; charset=utf-8"


def test_of_a_warc_that_is_cut_off_the_pages_before_are_read_and_the_damage_told(
    tmp_path: Path,
) -> None:
    path = tmp_path / "crawl.warc.gz"
    pages = [record(f"http://h/{n}", answer(b"<p>%d" % n * 500, HTML)) for n in range(3)]
    path.write_bytes(b"".join(gzip.compress(page, mtime=0) for page in pages)[:-40])
    told: list[str] = []
    found = [page.url for site in read_sites(path, told.append) for page in site.pages]
    assert ["http://h/0", "http://h/1"] == found
    assert 1 == len(told)
    assert "damaged" in told[0]


def test_of_a_tar_that_is_cut_off_the_pages_before_are_read_and_the_damage_told(
    tmp_path: Path,
) -> None:
    path = tmp_path / "shop.tar"
    with tarfile.open(path, "w") as archive:
        for name in ("a.html", "b.html", "c.html"):
            info = tarfile.TarInfo(name)
            info.size = 5_000
            archive.addfile(info, io.BytesIO(b"x" * 5_000))
    with path.open("r+b") as cut:
        cut.truncate(14_000)
    told: list[str] = []
    found = [page.file for site in read_sites(path, told.append) for page in site.pages]
    assert ["a.html", "b.html"] == found
    assert 1 == len(told)
    assert "damaged" in told[0]
    with pytest.raises(ConfigError, match="damaged"):
        read(path)


def test_of_a_tar_that_is_cut_off_in_the_head_of_a_file_the_damage_is_told(tmp_path: Path) -> None:
    path = tmp_path / "shop.tar"
    with tarfile.open(path, "w") as archive:
        for name in ("a.html", "b.html"):
            info = tarfile.TarInfo(name)
            info.size = 4
            archive.addfile(info, io.BytesIO(b"<p>x"))
    told: list[str] = []
    assert ["a.html", "b.html"] == files({s.name: list(s.pages) for s in read_sites(path)})["shop"]
    with path.open("r+b") as cut:
        cut.truncate(2 * 512 + 100)
    assert ["a.html"] == [p.file for s in read_sites(path, told.append) for p in s.pages]
    assert 1 == len(told)
    assert "ends within the head" in told[0]


def test_links_to_pages_and_to_folders_are_followed_once(sites: Path, tmp_path: Path) -> None:
    root = tmp_path / "linked"
    (root / "c").mkdir(parents=True)
    (root / "c" / "pages").symlink_to(sites / "b" / "pages")
    (root / "c" / "round").symlink_to(root)
    (root / "d").mkdir()
    (root / "d" / "x.html").symlink_to(sites / "b" / "pages" / "2.html")
    found = read(root)
    assert {"c": ["10.html", "2.html", "é.html"], "d": ["x.html"]} == files(found)
    assert b"<p>b 2.html" == found["d"][0].body


def test_what_is_no_file_is_a_page_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"a")
    (tmp_path / "b.html").symlink_to("nowhere")
    os.mkfifo(tmp_path / "c.html")
    (tmp_path / "d.html").mkdir()
    (pages,) = read(tmp_path).values()
    assert [("a.html", "ok"), ("b.html", "unreadable"), ("c.html", "unreadable")] == [
        (page.file, page.outcome) for page in pages
    ]


def test_pages_are_found_at_any_depth(tmp_path: Path) -> None:
    for folder in ("x/y/z", "x", "x/y/pages"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "p.HTM").write_bytes(b"x")
    assert ["x", "y", "z"] == [site.name for site in read_sites(tmp_path)]
