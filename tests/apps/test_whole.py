"""From a folder of applications to a row of results, with everything around it invented."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.apps import crawling
from benchmarks.apps.__main__ import main
from benchmarks.apps.report.results import newest
from benchmarks.apps.truth.pages import region_of

from .invented import write_application, write_folder

BENCH = """
import json, sys

class App:
    def __init__(self, folder, base, truth):
        self.base = base
    def local(self, url):
        return "/a" if url.startswith(self.base) else None
    def region(self, url):
        assert self.local(url)
        return "multi", "one", []

def undressed(records, seed, base, at):
    return records

if __name__ == "__main__":
    what, app, path, *options = sys.argv[1:]
    lines = [json.loads(line) for line in open(path)]
    known = {line.get("id") for line in lines} & {"1", "2"}
    print(json.dumps({
        "score": {"pagelet_multi": {"pages": len(lines), "precision": 0.5, "recall": 1.0}},
        "file": {"objects": len(lines), "precision": 0.5, "recall": len(known) / 2, "doubles": 0,
                 "false": len(lines) - len(known), "versions_per_object": 1.0, "options": options},
    }[what]))
"""
DRESS = """
import json, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"harm": 3}).encode())
    def log_message(self, *_):
        pass

what = sys.argv[1]
if what == "serve":
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(f"READY http://127.0.0.1:{server.server_port}/shop/", flush=True)
    server.serve_forever()
elif what == "url":
    print(f"http://{sys.argv[sys.argv.index('--at') + 1]}/shop/")
else:
    print(json.dumps({"args": {}, "names": {}}))
"""
CRAWLER = """#!/bin/sh
case $1 in
  crawl)
    echo "$2" >url
    printf '{"id": "1"}\\n{"id": "2"}\\n{"id": "x"}\\n{"id": "y"}\\n' >objects.jsonl
    echo '{"url": "http://a/", "pagelets": [{"text": "one"}]}' >readings.jsonl ;;
  changes) echo '{"event": "withdrawn"}' ;;
  status) echo '{"site": "a", "phase": "parked", "reason": "nothing is left"}' ;;
esac
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One application, a bench that knows of two objects, and a crawler that finds them."""
    root = write_folder(tmp_path / "apps")
    (root / "bench.py").write_text(BENCH)
    (root / "dress.py").write_text(DRESS)
    write_application(root / "one")
    crawler = tmp_path / "crawler"
    crawler.write_text(CRAWLER)
    crawler.chmod(0o755)
    monkeypatch.setenv("UPWELL_APPS", str(root))
    monkeypatch.setattr(crawling, "upwell", lambda: str(crawler))
    return root


def _measure(tmp_path: Path, *options: str) -> int:
    files = ["--keep", str(tmp_path / "kept"), "--results", str(tmp_path / "apps.json")]
    return main([*options, *files])


def test_an_application_is_crawled_twice_and_its_figures_are_kept(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == _measure(tmp_path)
    last = newest(tmp_path / "apps.json")
    assert last is not None
    assert [("one", None, 1, 1), ("one", None, 1, 2)] == [
        (run.app, run.dress, run.seed, run.run) for run in last.runs
    ]
    run = last.runs[0]
    assert (1.0, 0.5, 4, 2) == (run.recall, run.precision, run.objects, run.false)
    assert (1.0, 1, None) == (run.lines_per_object, run.withdrawn, run.harm)
    assert (0.5, 1, "nothing is left") == (
        run.pagelets["multi"].precision,
        run.pagelets["multi"].pages,
        run.stopped,
    )
    assert "spread" in capsys.readouterr().out
    assert "http://127.0.0.1:" in (tmp_path / "kept" / "one-plain-1-1" / "url").read_text()


def test_a_dress_stands_between_and_is_ended(tmp_path: Path, folder: Path) -> None:
    assert 0 == _measure(tmp_path, "--dress", "7", "--runs", "1")
    last = newest(tmp_path / "apps.json")
    assert last is not None
    run = last.runs[0]
    assert ("7", 3, ["args", "names"]) == (run.dress, run.harm, run.features)
    kept = tmp_path / "kept" / "one-7-1-1"
    at = (kept / "url").read_text().strip().removesuffix("/shop/").removeprefix("http://")
    options = json.loads((kept / "score.json").read_text())["file"]["options"]
    assert ["--dress", "7", "--at", at] == options[-4:]
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if _is(path, folder)]


def test_a_folder_without_applications_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UPWELL_APPS", str(tmp_path))
    assert 2 == _measure(tmp_path)
    assert "no real applications" in capsys.readouterr().err


def test_a_part_is_printed_and_not_kept(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["--keep", str(tmp_path / "kept"), "--runs", "1"]
    assert 0 == main(["--apps", "one", *kept])
    assert 0 == main(["--quick", *kept])
    assert "not kept" in capsys.readouterr().err


def _is(cmdline: Path, folder: Path) -> bool:
    try:
        return f"{folder / 'dress.py'}\0serve" in cmdline.read_text()
    except OSError:
        return False


pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def test_a_page_of_another_host_has_no_truth(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crawl that was led away has pages which the bench does not know."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "bench", raising=False)
    region = region_of(str(folder), "one", "http://127.0.0.1:1", "truth.jsonl", "7", "127.0.0.1:2")
    assert ("multi", "one", []) == region("http://127.0.0.1:1/a")
    assert ("offsite", None, []) == region("http://127.0.0.2:1/a")
    monkeypatch.delitem(sys.modules, "bench")
