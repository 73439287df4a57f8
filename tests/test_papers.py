"""The concordance and the docstrings say the same, both ways, and the README counts it."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from benchmarks.papers.__main__ import filled
from benchmarks.papers.claims import NO_NUMBERS, Order, Span, Value, claims
from benchmarks.papers.compare import compare, overall
from benchmarks.papers.concordance import (
    PAGE,
    PAPERS,
    ROOT,
    Citation,
    benchmark_path,
    citations,
    parts,
    rows,
)
from benchmarks.papers.reach import module_name, reached
from benchmarks.papers.wiring import Wiring, place_of
from benchmarks.quality.stored import StoredRow, stored

ROWS = rows(PAGE.read_text("utf-8"))


@pytest.fixture(scope="module")
def cited() -> list[Citation]:
    """What the docstrings cite; not read where only the names of these tests are asked for."""
    return citations()


def test_every_file_the_concordance_names_exists() -> None:
    named = {path for row in ROWS for path in (*row.modules, *row.tests)}
    named |= {benchmark_path(name) for row in ROWS for name in row.benchmarks}
    assert set() == {path for path in named if not (ROOT / path).is_file()}


def test_every_part_cited_in_a_docstring_has_a_row_that_names_its_file(
    cited: list[Citation],
) -> None:
    held: defaultdict[str, set[str]] = defaultdict(set)
    for row in ROWS:
        held[row.part] |= {*row.modules, *(benchmark_path(b) for b in row.benchmarks)}
    assert [] == [one for one in cited if one.path not in held[one.part]]


def test_every_row_is_cited_by_the_files_it_names(cited: list[Citation]) -> None:
    pairs = {(citation.part, citation.path) for citation in cited}
    named = {(row.part, path) for row in ROWS for path in row.modules}
    named |= {(row.part, benchmark_path(b)) for row in ROWS for b in row.benchmarks}
    assert set() == named - pairs


def test_what_is_built_is_tested_and_what_stands_is_built_or_measured() -> None:
    """A module may test itself with the example of its docstring."""
    assert [] == [row.title for row in ROWS if row.modules and not row.tests]
    stand = [row for row in ROWS if row.status in ("stands", "in part")]
    assert [] == [row.title for row in stand if not row.modules and not row.benchmarks]


def test_no_row_stands_twice_and_every_paper_has_a_table() -> None:
    titles = Counter(row.title for row in ROWS)
    assert [] == [title for title, n in titles.items() if n > 1]
    assert set(PAPERS) == {row.part.split(" ")[0] for row in ROWS}


def test_what_is_computed_is_what_the_code_and_the_stored_run_give() -> None:
    """`make papers` has nothing to change: columns, counts and tables are nobody's claims."""
    differ = [
        path.name for path, text in filled(stored()).items() if path.read_text("utf-8") != text
    ]
    assert [] == differ


def test_an_experiment_is_compared_or_says_why_not() -> None:
    """A row with a command has a claim to be set beside, or a reason that there is none."""
    claimed = {title for claim in claims() for title in claim.rows}
    measured = [row for row in ROWS if row.benchmarks and row.status != "nothing"]
    silent = [row.title for row in measured if row.title not in claimed]
    papers = set(NO_NUMBERS) & set(PAPERS)
    expected = [title for title in silent if title.split(" ")[0] not in papers]
    assert set(expected) <= set(NO_NUMBERS)
    assert {title for title in NO_NUMBERS if title not in PAPERS} | claimed <= {
        row.title for row in ROWS
    }


def test_a_named_test_reaches_what_it_is_named_for(cited: list[Citation]) -> None:
    """Or the module tests itself; one test of a row is enough."""
    wiring = Wiring(cited)
    missing = []
    for row in ROWS:
        tests = [module_name(path) for path in row.tests if path not in row.modules]
        if row.modules and tests and not wiring.is_reached(row, reached(*tests)):
            missing.append(row.title)
    assert [] == missing


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


STORED = {"m": StoredRow("c", "2031-05-01", 1.0, {"a": 0.044, "b": 0.3, "c": 0.3, "never": None})}


@pytest.mark.parametrize(
    ("claim", "agrees"),
    [
        (Value(("X",), "m", "a", "0.04"), "yes"),  # rounds to it
        (Value(("X",), "m", "a", "0.05"), "no"),
        (Value(("X",), "m", "a", "0.05", 0.01), "yes"),  # within the printed deviation
        (Value(("X",), "m", "never", "2.70"), "no"),
        (Value(("X",), "m", "z", "0.04"), "not run"),
        (Value(("X",), "other", "a", "0.04"), "not run"),
        (Span(("X",), "m", "b", "> 0.2", 0.2, 1), "yes"),
        (Span(("X",), "m", "a", "> 0.2", 0.2, 1), "no"),
        (Order(("X",), "m", ("a", "b"), "a first"), "yes"),
        (Order(("X",), "m", ("b", "a"), "b first"), "no"),
        (Order(("X",), "m", ("b", "c"), "a tie"), "no"),
        (Order(("X",), "m", ("b", "never"), "never comes last"), "yes"),
    ],
)
def test_agreement_is_computed(claim: Value | Span | Order, agrees: str) -> None:
    assert agrees == compare(claim, STORED).agrees


def test_one_disagreement_decides_over_a_row() -> None:
    yes, no, missing = (
        compare(Value(("X",), "m", figure, "0.04"), STORED) for figure in ("a", "b", "z")
    )
    assert ["yes", "not run", "no"] == [
        overall(found) for found in ([yes], [yes, missing], [missing, yes, no])
    ]


def test_what_nothing_calls_is_not_wired_though_its_file_is() -> None:
    """Named by an import alone, or called by tests alone: neither makes it run."""
    assert "stream" == place_of("models/queries/pool/pool.py", "QueryPool")
    assert "command" == place_of("models/queries/experiment/run.py", "experiment")
    assert "benchmark" == place_of(
        "models/papers/thor/clustering/em.py", "expectation_maximisation"
    )
    assert "nowhere" == place_of("models/papers/thor/clustering/em.py", "no_such_name")
