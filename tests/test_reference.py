"""The generated reference pages say what the code says."""

import pytest

from docs.generate import FOLDER, pages

PAGES = [
    "cli.md",
    "config.md",
    "topics.md",
    "exit-codes.md",
    "metrics.md",
    "records.schema.json",
    "asyncapi.json",
]


def test_every_page_is_looked_at() -> None:
    assert sorted(PAGES) == sorted(pages())


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    """`make docs` rewrites it."""
    assert pages()[name] == (FOLDER / name).read_text("utf-8")
