"""The page of bundled sources says what the families are; `python -m docs.sources` rewrites it."""

from __future__ import annotations

from docs.sources import PAGE, PICTURES, page
from upwell.sources import FAMILIES

LARGEST = 60_000  # bytes of a picture


def test_the_page_of_sources_is_current() -> None:
    assert page() == PAGE.read_text("utf-8")


def test_every_family_has_a_small_picture() -> None:
    sizes = {path.stem: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert set(FAMILIES) == set(sizes)
    assert [] == [name for name, size in sizes.items() if not 5_000 < size <= LARGEST]
