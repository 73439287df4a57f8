"""What a step may cost at most in P; a figure worse by more than the slack fails.

Issue 4 asks for columns of 2.4 (made) and 1.8 (wcxb), of 1.1 with lexbor, terms of 0.6 and 0.25
on ASCII pages and 0.6 on others, links of 0.4: with the kernels, which a machine without a compiler
does not have; what is called pure is without. Issue 6 asks for reading of 5 (small pages) and 2.5
(real ones), for learning of 8 and 4, columns included; on `wien`, whose small pages hold thirty
objects each, that is not reached. What was measured on a quiet machine stands here.
"""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.quality.figures import Figure

SLACK = 1.3  # two runs on a shared machine differ by as much
FLOORS = {
    "columns on made [P]": 1.5,
    "columns on made, pure [P]": 3.5,
    "columns on wcxb [P]": 1.4,
    "columns on wcxb, pure [P]": 2.2,
    "columns on made, lexbor [P]": 1.0,
    "columns on made, lexbor, pure [P]": 3.4,
    "columns on wcxb, lexbor [P]": 0.8,
    "columns on wcxb, lexbor, pure [P]": 2.4,
    "terms on made, ASCII [P]": 0.22,
    "terms on wcxb, ASCII [P]": 0.2,
    "terms on wcxb, others [P]": 0.3,
    "links on made [P]": 0.3,
    "links on wcxb [P]": 0.25,
    "reading a page of bundled [P]": 4.3,
    "reading a page of wien [P]": 7.3,
    "reading a page of swde [P]": 2.5,
    "learning a page of bundled [P]": 6.3,
    "learning a page of wien [P]": 13.7,
    "learning a page of swde [P]": 3.4,
}


def broken(figures: Iterable[Figure]) -> list[str]:
    """One line for each figure beyond its floor and the slack.

    >>> broken([Figure("links on made [P]", 0.3, None), Figure("links on wcxb [P]", 0.6, None)])
    ['links on wcxb [P]: 0.60, floor 0.25 with a slack of 30 %']
    """
    return [
        f"{name}: {value:.2f}, floor {FLOORS[name]:.2f} with a slack of 30 %"
        for name, value, *_ in figures
        if name in FLOORS and value > FLOORS[name] * SLACK
    ]
