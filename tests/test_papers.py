"""The concordance and the docstrings say the same, both ways, and the README counts it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest

from tests.concordance import PAPERS, ROOT, citations, parts, rows

ROWS = rows((ROOT / "docs" / "papers.md").read_text("utf-8"))
CITATIONS = citations()


def test_every_file_the_concordance_names_exists() -> None:
    named = {path for row in ROWS for path in (*row.modules, *row.tests)}
    named |= {f"benchmarks/quality/{name}.py" for row in ROWS for name in row.benchmarks}
    assert set() == {path for path in named if not (ROOT / path).is_file()}


def test_every_part_cited_in_a_docstring_has_a_row_that_names_its_file() -> None:
    held: defaultdict[str, set[str]] = defaultdict(set)
    for row in ROWS:
        held[row.part] |= {*row.modules, *(f"benchmarks/quality/{b}.py" for b in row.benchmarks)}
    assert [] == [cited for cited in CITATIONS if cited.path not in held[cited.part]]


def test_every_row_is_cited_by_the_files_it_names() -> None:
    cited = {(citation.part, citation.path) for citation in CITATIONS}
    named = {(row.part, path) for row in ROWS for path in row.modules}
    named |= {(row.part, f"benchmarks/quality/{b}.py") for row in ROWS for b in row.benchmarks}
    assert set() == named - cited


def test_what_is_built_is_tested_and_what_stands_is_built_or_measured() -> None:
    """A module may test itself with the example of its docstring."""
    assert [] == [row.title for row in ROWS if row.modules and not row.tests]
    stand = [row for row in ROWS if row.status in ("stands", "in part")]
    assert [] == [row.title for row in stand if not row.modules and not row.benchmarks]


def test_no_row_stands_twice_and_every_paper_has_a_table() -> None:
    titles = Counter(row.title for row in ROWS)
    assert [] == [title for title, n in titles.items() if n > 1]
    assert set(PAPERS) == {row.part.split(" ")[0] for row in ROWS}


@pytest.mark.parametrize("page", ["README.md", "docs/papers.md"])
def test_pages_count_the_rows_as_they_are(page: str) -> None:
    counts = Counter(row.status for row in ROWS)
    told = re.search(
        r"(\d+) rows?: (\d+) stand, (\d+) stand in part, (\d+) are not yet there, "
        r"(\d+) need nothing built",
        (ROOT / page).read_text("utf-8"),
    )
    expected = (
        len(ROWS),
        counts["stands"],
        counts["in part"],
        counts["not yet"],
        counts["nothing"],
    )
    assert told is not None
    assert expected == tuple(int(number) for number in told.groups())


@pytest.mark.parametrize(
    "reference",
    [
        "Goes beyond WISDOM 3.",  # prose outside parentheses
        "definition 3.",  # of which paper?
        "THOR VI-B, step 1.",  # a step is no part that could be looked up
        "THOR VI-B: hops.",  # a comment without parentheses
    ],
)
def test_what_cannot_be_looked_up_is_no_citation(reference: str) -> None:
    with pytest.raises(ValueError, match="no part of a paper"):
        parts(reference)
