"""Fill what is computed of `docs/papers.md`: `python -m benchmarks.papers [--check]`.

The columns *runs in* and *paper, ours, agrees*, the counts (here and in the README), the methods
that no command reaches, and the figures beside the papers', from `benchmarks/results/quality.json`;
with them the README's lines of figures and `docs/status.md`, but for what is told there by hand.
`--check` writes nothing and fails when something would change.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.mutate import plateaus
from benchmarks.mutate.results import kept
from benchmarks.quality.sealed import openings
from benchmarks.quality.stored import stored

from .claims import NO_NUMBERS, claims
from .compare import Comparison, Stored, compare, overall
from .concordance import COMPUTED, PAGE, PAPERS, ROOT, Row, citations, rows
from .counts import count_rows, count_runs
from .readme import figure_lines
from .status import BY_HAND, status_page
from .wiring import Wiring

README, STATUS = ROOT / "README.md", ROOT / "docs" / "status.md"
FEW = 4  # comparisons that a row has room for
_BEGIN, _END = "<!-- {} -->", "<!-- end -->"


def main(arguments: list[str]) -> int:
    """Write both pages, or say which differ."""
    changed = []
    for path, text in filled(stored()).items():
        if not path.exists() or path.read_text("utf-8") != text:
            changed.append(str(path.relative_to(ROOT)))
            if "--check" not in arguments:
                path.write_text(text, "utf-8")
    print("\n".join(changed) or "nothing to change")
    return int("--check" in arguments and bool(changed))


def filled(held: Stored) -> dict[Path, str]:
    """Both pages as the code and a stored run have them."""
    wiring = Wiring(citations())
    table, heading, computed = PAGE.read_text("utf-8").partition(COMPUTED)
    table = "\n".join(_filled_row(line, wiring, held) for line in table.split("\n"))
    page = table + heading + computed
    found = rows(page)
    for name, lines in (
        ("counts", [count_rows(found), count_runs(found, wiring), _agreement(held)]),
        ("unwired", list(_unwired(found, wiring))),
        ("figures", list(_figures(held))),
        ("runs", list(_runs(held))),
    ):
        page = _between(page, name, lines)
    opened = openings()
    readme = _between(README.read_text("utf-8"), "figures", list(figure_lines(found, opened)))
    _, heading, by_hand = STATUS.read_text("utf-8").partition(BY_HAND)
    status = "\n".join(status_page(held, opened, kept(), plateaus.kept())) + heading + by_hand
    return {PAGE: page, README: readme, STATUS: status}


def comparisons(title: str, held: Stored) -> list[Comparison]:
    """All claims of one row, beside the stored run."""
    return [compare(claim, held) for claim in claims() if title in claim.rows]


def _filled_row(line: str, wiring: Wiring, held: Stored) -> str:
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if not line.startswith("|") or cells[0].split(" ")[0] not in PAPERS:
        return line
    (row,) = rows(line)
    cells[5], cells[6] = wiring.cell(row), _compared(row, held)
    return f"| {' | '.join(cells)} |"


def _compared(row: Row, held: Stored) -> str:
    if row.status == "nothing" or not row.benchmarks:
        return ""
    found = comparisons(row.title, held)
    if not found:
        why = NO_NUMBERS.get(row.title) or NO_NUMBERS[row.title.split(" ")[0]]
        return f"not compared: {why}"
    verdict = overall(found)
    if len(found) > FEW:
        right = sum(one.agrees == "yes" for one in found)
        return f"{verdict}: {right} of {len(found)}, see [figures](#figures)"
    return f"{verdict}: {'; '.join(map(_short, found))}"


def _short(one: Comparison) -> str:
    ours = one.ours or "not run"
    return f"{one.name}: {one.paper}, {ours}"


def _agreement(held: Stored) -> str:
    verdicts = [compare(claim, held).agrees for claim in claims()]
    n_yes, n_no = verdicts.count("yes"), verdicts.count("no")
    return (
        f"Of {len(verdicts)} figures and orders of methods that the papers print, ours agree in "
        f"{n_yes} and do not in {n_no}; {verdicts.count('not run')} were not run."
    )


def _unwired(found: list[Row], wiring: Wiring) -> Iterator[str]:
    yield "| method | of | reached by |"
    yield "|---|---|---|"
    for path, symbol, parts, place in wiring.unwired():
        name = f"`{path}`" + (f" `{symbol}`" if symbol else "")
        yield f"| {name} | {', '.join(parts)} | {place} |"


def _figures(held: Stored) -> Iterator[str]:
    yield "| row | figure | paper | ours | agrees |"
    yield "|---|---|---|---|---|"
    for claim in claims():
        one = compare(claim, held)
        yield f"| {claim.rows[0]} | {one.name} | {one.paper} | {one.ours} | {one.agrees} |"


def _runs(held: Stored) -> Iterator[str]:
    yield "| row of `benchmarks.quality` | day | commit | seconds |"
    yield "|---|---|---|---|"
    needed = {claim.module for claim in claims()} | set(held)
    for name in sorted(needed):
        if name in held:
            row = held[name]
            commit = row.commit[:8] + "+" * row.commit.endswith("+")
            yield f"| `{name}` | {row.date} | {commit} | {row.seconds:.0f} |"
        else:
            yield f"| `{name}` | not run |  |  |"


def _between(page: str, name: str, lines: list[str]) -> str:
    begin = _BEGIN.format(name)
    pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(_END)}", re.S)
    if not pattern.search(page):
        raise ValueError(f"a page has no place for its {name}")
    return pattern.sub(lambda _: "\n".join([begin, *lines, _END]), page, count=1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
