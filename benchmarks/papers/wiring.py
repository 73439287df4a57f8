"""Where the code that cites a part of a paper is run: by the stream, a command, a benchmark."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from .concordance import Citation, Row
from .reach import BODY, Symbol, module_name, reached

PLACES = {  # the first that reaches a method is where it runs
    "stream": ("upwell.agents", "upwell.streams"),
    "command": ("upwell.cli", "upwell.crawling", "upwell.__main__"),
    "benchmark": ("benchmarks",),
}
NOWHERE = "nowhere"


class Wiring:
    """The places of everything that cites a part."""

    def __init__(self, cited: Iterable[Citation]) -> None:
        self._symbols: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for citation in cited:
            self._symbols[citation.part, citation.path].add(citation.symbol)

    def cell(self, row: Row) -> str:
        """The column *runs in*; where a row's modules run in several places, which in which."""
        if row.status == "nothing":
            return ""
        by_place = self.places(row)
        if len(by_place) < 2:
            return next(iter(by_place))
        told = (f"{place}: {', '.join(names)}" for place, names in by_place.items())
        return "; ".join(told)

    def places(self, row: Row) -> dict[str, list[str]]:
        """Names of a row's modules by the place that runs them, the stream first."""
        if not row.modules:
            return {"benchmark" if row.benchmarks else NOWHERE: []}
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in row.modules:
            found[self._place(row.part, path)].append(PurePath(path).stem)
        return {place: found[place] for place in (*PLACES, NOWHERE) if place in found}

    def is_reached(self, row: Row, found: frozenset[Symbol]) -> bool:
        """Whether any name of a row's modules that cites its part is among some."""
        wanted = (
            Symbol(module_name(path), symbol or BODY)
            for path in row.modules
            for symbol in self._symbols[row.part, path]
        )
        return any(symbol in found for symbol in wanted)

    def unwired(self) -> Iterator[tuple[str, str, list[str], str]]:
        """Path, name, parts of papers and place of what neither the stream nor a command runs."""
        parts: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for (part, path), symbols in self._symbols.items():
            for symbol in symbols:
                parts[path, symbol].add(part)
        for (path, symbol), named in sorted(parts.items()):
            place = place_of(path, symbol)
            if place in ("benchmark", NOWHERE) and not path.startswith("benchmarks/"):
                yield path, symbol, sorted(named), place

    def _place(self, part: str, path: str) -> str:
        order = [*PLACES, NOWHERE]
        return min((place_of(path, s) for s in self._symbols[part, path]), key=order.index)


def place_of(path: str, symbol: str) -> str:
    """Which place reaches a name of a file first; without a name, the file at all."""
    wanted = Symbol(module_name(path), symbol or BODY)
    return next((place for place, roots in PLACES.items() if wanted in reached(*roots)), NOWHERE)
