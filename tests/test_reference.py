"""The generated reference pages say what the code says."""

import pytest

from docs.generate import FOLDER, pages


@pytest.mark.parametrize("name", ["cli.md", "config.md", "topics.md", "exit-codes.md"])
def test_a_generated_page_is_current(name: str) -> None:
    """`make docs` rewrites it."""
    assert pages()[name] == (FOLDER / name).read_text("utf-8")
