"""What a step may cost at most in P; a figure worse by more than the slack fails.

Issue 4 asks for columns of 2.4 (made) and 1.8 (wcxb), of 1.1 with lexbor, terms of 0.6 and 0.25
on ASCII pages and 0.6 on others, links of 0.4. Issue 6 asks for reading of 5 (small pages) and 2.5
(real ones), for learning of 8 and 4, columns included. Where that is not reached, what was measured
stands here.
"""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.quality.figures import Figure

SLACK = 1.3  # two runs on a shared machine differ by as much
FLOORS = {
    "columns on made [P]": 3.5,
    "columns on wcxb [P]": 2.2,
    "columns on made, lexbor [P]": 3.4,
    "columns on wcxb, lexbor [P]": 2.4,
    "terms on made, ASCII [P]": 0.6,
    "terms on wcxb, ASCII [P]": 0.25,
    "terms on wcxb, others [P]": 0.6,
    "links on made [P]": 0.45,
    "links on wcxb [P]": 0.4,
    "reading a page of bundled [P]": 10.0,
    "reading a page of wien [P]": 12.9,
    "reading a page of swde [P]": 4.6,
    "learning a page of bundled [P]": 21.0,
    "learning a page of wien [P]": 32.5,
    "learning a page of swde [P]": 15.8,  # quick: many of so few pages vote
}


def broken(figures: Iterable[Figure]) -> list[str]:
    """One line for each figure beyond its floor and the slack.

    >>> broken([Figure("links on made [P]", 0.5, None), Figure("links on wcxb [P]", 0.6, None)])
    ['links on wcxb [P]: 0.60, floor 0.40 with a slack of 30 %']
    """
    return [
        f"{name}: {value:.2f}, floor {FLOORS[name]:.2f} with a slack of 30 %"
        for name, value, *_ in figures
        if name in FLOORS and value > FLOORS[name] * SLACK
    ]
