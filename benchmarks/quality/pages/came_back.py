"""What came back, on real pages: none of them is an error page; some ask for a name and no more.

python -m benchmarks.quality came_back

Each page is judged alone, as the first of a site is. A page of `forms` is a log-in and nothing else
when all its forms are annotated as such and it says no more than a form does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from upwell.models.site import Reading, read_alone
from upwell.models.tree.parse import parse
from upwell.models.tree.raw.no_page import outcome_of

from ..datasets import Page, pages, unpacked
from ..figures import Figure, show

ANSWERS = ("swde", "wien", "serp", "big9", "wcxb")
WRONG = ("block", "error", "login", "script")
FORM_WORDS = 120  # outside links; more is a page that has a log-in beside other things
FEWEST = 0.95
MOST = 0.003


def measure(quick: bool = False) -> list[Figure]:
    """Shares over all sets, and those of the log-in pages; every tenth page when quick."""
    step = 10 if quick else 1
    figures, n_all, n_wrong = [], 0, Counter[str]()
    for name in ANSWERS:
        classes = Counter(judged(page) for page in _pages(name, step))
        wrong = sum(classes[each] for each in WRONG)
        n_all += classes.total()
        n_wrong.update({each: classes[each] for each in WRONG})
        if classes:
            share = wrong / classes.total()
            figures.append(Figure(f"{name}: told as no answer", share, None, None, "lower"))
    if n_all:
        for each in WRONG:
            share = n_wrong[each] / n_all
            figures.append(Figure(f"all: told as {each}", share, None, None, "lower"))
        share = n_wrong.total() / n_all
        figures.append(Figure("all: told as no answer", share, None, MOST, "lower"))
    walls = [page for page in _pages("forms", 1) if is_wall(page)]
    if walls:
        right = sum(judged(page) == "login" for page in walls)
        figures.append(Figure("log-in pages told as such", right / len(walls), None, FEWEST))
    return figures


def judged(page: Page) -> str:
    """What came back, by this page alone."""
    if outcome_of(page.body) != "ok":
        return "other_type"
    reading: Reading = read_alone(parse(page.body), "")
    return reading.came_back


def is_wall(page: Page) -> bool:
    """Whether a page is a log-in and nothing else."""
    kinds = {form["type"] for form in page.truth["forms"]}
    if kinds != {"login"} or page.truth["form_elements"] != len(page.truth["forms"]):
        return False
    tree = parse(page.body)
    return int(tree.word_sums[-1] - tree.linked_sums[-1]) <= FORM_WORDS


def _pages(name: str, step: int) -> Iterator[Page]:
    folder = unpacked(name)
    if folder is not None:
        for number, page in enumerate(pages(folder)):
            if number % step == 0:
                yield page


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
