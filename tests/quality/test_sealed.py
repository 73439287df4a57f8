"""The sealed third of all sites is out of reach until it is opened, which is once a day."""

from __future__ import annotations

import json
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from benchmarks.quality import datasets, sealed, stored
from benchmarks.quality.__main__ import main
from benchmarks.quality.crawls import forms, pagination
from benchmarks.quality.figures import Figure
from benchmarks.quality.pages.bundled_pages import seeds

SITES = [f"site{i}.example" for i in range(30)]


@pytest.fixture(autouse=True)
def _closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sealed, "_access", sealed._Access())
    datasets._unpacked.cache_clear()
    yield
    datasets._unpacked.cache_clear()


@pytest.fixture
def made_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A set of thirty sites of one page."""
    for site in SITES:
        pages = tmp_path / "made" / site / "pages"
        pages.mkdir(parents=True)
        (pages / "a.html").write_bytes(b"<p>")
        truth = {"site": site, "pages": {"a.html": {}}}
        (pages.parent / "truth.json").write_text(json.dumps(truth), "utf-8")
    archive = tmp_path / "data" / "made" / "made.tar.xz"
    archive.parent.mkdir(parents=True)
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(tmp_path / "made", "made")
    monkeypatch.setenv("UPWELL_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return "made"


def _sites(name: str) -> set[str]:
    root = datasets.unpacked(name)
    assert root is not None
    return {page.site for page in datasets.pages(root)}


def test_a_set_is_given_without_its_sealed_sites(made_set: str) -> None:
    assert {site for site in SITES if not sealed.is_sealed(site)} == _sites(made_set)


def test_once_opened_a_set_is_its_sealed_sites_alone(made_set: str, tmp_path: Path) -> None:
    open_sites = _sites(made_set)
    sealed.open_third("abc", "2031-05-01", tmp_path / "sealed.json")
    assert set(SITES) - open_sites == _sites(made_set)


def test_about_a_third_of_many_names_is_sealed() -> None:
    assert 950 < sum(sealed.is_sealed(f"{i}.example") for i in range(3000)) < 1050


def test_seeds_of_bundled_sources_are_open_until_the_third_is(tmp_path: Path) -> None:
    drawn = [*seeds(20), *sealed.first_seeds(20), *sealed.drawn_seeds("another use", 20)]
    assert not any(sealed.is_sealed(f"bundled {seed}") for seed in drawn)
    sealed.open_third("abc", "2031-05-01", tmp_path / "sealed.json")
    assert all(sealed.is_sealed(f"bundled {seed}") for seed in seeds(20))


def test_the_third_is_opened_once_a_day(tmp_path: Path) -> None:
    path = tmp_path / "sealed.json"
    sealed.open_third("abc", "2031-05-01", path)
    sealed.record("forms", {"F1": 0.9}, path)
    with pytest.raises(sealed.TooSoon, match="once a day"):
        sealed.open_third("abd", "2031-05-01", path)
    sealed.open_third("abd", "2031-05-02", path)
    expected = [
        sealed.Opening("abc", "2031-05-01", {"forms": {"F1": 0.9}}),
        sealed.Opening("abd", "2031-05-02"),
    ]
    assert expected == sealed.openings(path)


def test_a_second_look_on_the_same_day_measures_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, today = tmp_path / "sealed.json", f"{datetime.now(UTC):%Y-%m-%d}"
    stored.write(path, [sealed.Opening("abc", today)])
    monkeypatch.setattr(sealed, "open_third", partial(sealed.open_third, path=path))
    monkeypatch.setattr(forms, "measure", lambda quick: pytest.fail("nothing was to be measured"))
    monkeypatch.setenv("SEALED", "1")
    assert 2 == main(["forms"])
    assert "once a day" in capsys.readouterr().err


def test_a_row_that_fails_does_not_cost_the_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(quick: bool) -> list[Figure]:
        raise ZeroDivisionError("no page of this part")

    def measure(quick: bool) -> list[Figure]:
        return [Figure("seed", seeds(1)[0], None, floor=1e9)]

    path = tmp_path / "sealed.json"
    for name in ("open_third", "record"):
        monkeypatch.setattr(sealed, name, partial(getattr(sealed, name), path=path))
    monkeypatch.setattr(pagination, "measure", fail)
    monkeypatch.setattr(forms, "measure", measure)
    monkeypatch.setenv("SEALED", "1")
    assert 1 == main(["pagination", "forms"])
    (opening,) = sealed.openings(path)
    assert {"forms"} == set(opening.figures)
    assert sealed.is_sealed(f"bundled {opening.figures['forms']['seed']:.0f}")


def test_what_asks_for_no_site_has_nothing_sealed() -> None:
    assert not sealed.was_asked()
    seeds(1)
    assert sealed.was_asked()
    assert not sealed.was_asked()
