"""Either engine reads the hostile set within its limits of time and memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest

from upwell.models.tree import Budget, parse
from upwell.models.tree.parse import Engine

from .hostile import PAGES

ENGINES: tuple[Engine, ...] = ("lxml", "lexbor")
SECONDS = 15.0  # the slowest takes 3 on two shared cores
MEBIBYTES = 512
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "lexbor":
        pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    chosen: Engine = request.param
    return chosen


@pytest.mark.parametrize("name", PAGES)
def test_a_hostile_page_is_a_tree_in_seconds_and_what_is_cut_is_said(
    name: str, engine: Engine
) -> None:
    make, cut = PAGES[name]
    body = make()
    began = process_time()
    tree = parse(body, url="http://example.org/", engine=engine)
    assert process_time() - began < SECONDS
    assert ("html", tree.n) == (tree.tag[0], tree.end[0])
    assert int(tree.depth.max()) <= Budget().depth + 1  # a content node may lie below
    assert tree.n <= 2 * Budget().n_elements + 1
    if cut:
        assert tree.truncated
    tree.visible(0, tree.n).encode("utf-8")


def test_a_parser_process_stays_within_its_memory(engine: Engine) -> None:
    names = ["a million nodes", "a comment of 5 MB", "text beside a table", "forms", "options"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.tree.hostile", engine, *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert int(done.stdout) <= MEBIBYTES


@pytest.mark.parametrize("name", ["text beside a table", "text between tags that are ignored"])
def test_the_second_engine_cuts_what_it_would_copy_again_and_again(name: str) -> None:
    pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    assert parse(PAGES[name][0](), engine="lexbor").truncated


def test_formatting_beyond_the_budget_loses_its_tags_and_not_its_text() -> None:
    pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    tree = parse(b"<b><i>" * 9_000 + b"</i></b>" * 9_000 + b"last", engine="lexbor")
    assert tree.truncated
    assert "last" == tree.visible(0, tree.n)


@pytest.mark.parametrize("n", [10, 20_000], ids=["short", "long"])
def test_links_left_open_are_no_nesting_for_the_second_engine(n: int) -> None:
    """Old pages name their paragraphs with anchors that nobody closes."""
    pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    tree = parse(b"<p><a name=x>text</p>" * n, engine="lexbor")
    assert not tree.truncated
    assert 5 >= int(tree.depth.max())
    assert " ".join(["text"] * n) == tree.visible(0, tree.n)
