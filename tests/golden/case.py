"""A golden case: a page, further pages of its site, and what must be read from the page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote_plus

import upwell

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """A folder of `cases/`; the README beside it says what its files hold."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def page(self) -> bytes:
        return (self.folder / "page.html").read_bytes()

    @property
    def query(self) -> str | None:
        path = self.folder / "query"
        return path.read_text("utf-8").strip() if path.exists() else None

    @property
    def url(self) -> str:
        path = self.folder / "url"
        if path.exists():
            return path.read_text("utf-8").strip()
        return self._address(self.query, "page.html")

    @cached_property
    def expected(self) -> dict[str, Any]:
        text = (self.folder / "expected.json").read_text("utf-8")
        return cast(dict[str, Any], json.loads(text))

    @property
    def fails(self) -> str | None:
        """Why the page is not read as expected today; None: it is."""
        return cast(str | None, self.expected.get("fails"))

    @property
    def off(self) -> int:
        """How many lines may differ in a case that fails: it gets no worse unnoticed."""
        return int(self.expected.get("off", 0))

    def read(self) -> upwell.Reading:
        """The page, read with a model of the other pages; alone where there are none."""
        site = upwell.Site()
        for line in self._lines():
            file, query = line["file"], line.get("query")
            site.observe(
                (self.folder / "site" / file).read_bytes(),
                url=line.get("url", self._address(query, file)),
                query=query,
                nonsense=line.get("nonsense", False),
            )
        model = site.publish() if self._lines() else None
        if model is None:
            return site.observe(self.page, url=self.url, query=self.query)
        return model.read(self.page, url=self.url, query=self.query)

    def _lines(self) -> list[dict[str, Any]]:
        path = self.folder / "site" / "pages.jsonl"
        return [json.loads(line) for line in path.open(encoding="utf-8")] if path.exists() else []

    def _address(self, query: str | None, file: str) -> str:
        host = f"https://{self.name}.example"
        return f"{host}/{file}" if query is None else f"{host}/search?q={quote_plus(query)}"


def cases() -> list[Case]:
    """All of them, by name."""
    return [Case(path.parent) for path in sorted(CASES.glob("*/expected.json"))]
