"""Argument prevalence on a made-up shop of known arguments.

python -m benchmarks.quality prevalence
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from urllib.parse import parse_qsl, urlencode, urlsplit

from upwell.models.urls.arguments.deduplication import AnswerPage, dedup
from upwell.models.urls.arguments.relevance import PrevalenceParams

from ..figures import Figure, show

HOST = "http://shop.example/s"
IRRELEVANT = {"sort", "page", "view", "from", "sid"}


def measure(quick: bool = False) -> list[Figure]:
    """P and R of irrelevant arguments; the sketch column is the paper's own figure at 0.1.

    References
    ----------
    ENT 6.3.3; fig. 10a, 10b, 11.
    """
    figures = []
    for n_pages in (10, 50) if quick else (10, 50, 200, 1000):
        for method in ("values", "paper"):
            params = PrevalenceParams(method="values" if method == "values" else "paper")
            precision, recall = _rates(n_pages, params)
            floor = 0.95 if method == "values" else None
            name = f"arguments, {n_pages} pages, {method}"
            figures += [
                Figure(f"{name}, precision", precision, 0.98, floor),
                Figure(f"{name}, recall", recall, 0.94, floor),
            ]
    return figures + _by_threshold(50 if quick else 200)


def _rates(n_pages: int, params: PrevalenceParams) -> tuple[float, float]:
    right = said = true = 0
    for seed in range(3):
        verdicts = dedup(shop(n_pages, Random(seed)), params).arguments
        found = {verdict.argument for verdict in verdicts if not verdict.relevant}
        right += len(found & IRRELEVANT)
        said += len(found)
        true += len(IRRELEVANT)
    return right / max(1, said), right / true


def _by_threshold(n_pages: int) -> list[Figure]:
    """The paper's form by its threshold; its own figures are those at 0.1."""
    figures = []
    for theta in (0.01, 0.05, 0.1, 0.2, 0.5):
        params = PrevalenceParams(method="paper", theta=theta)
        precision, recall = _rates(n_pages, params)
        lost, reduction = _urls(n_pages, params)
        paper = (0.98, 0.94, 0.007) if theta == 0.1 else (None, None, None)
        figures += [
            Figure(f"fig. 10a: threshold {theta}, precision", precision, paper[0]),
            Figure(f"fig. 10a: threshold {theta}, recall", recall, paper[1]),
            Figure(f"fig. 10b: threshold {theta}, URLs lost", lost, paper[2], better="lower"),
            Figure(f"fig. 11: threshold {theta}, URLs for each kept", reduction, None),
        ]
    lost, reduction = _urls(n_pages, PrevalenceParams())
    return [
        *figures,
        Figure("fig. 10b: by shared values, URLs lost", lost, None, better="lower"),
        Figure("fig. 11: by shared values, URLs for each kept", reduction, None),
    ]


def _urls(n_pages: int, params: PrevalenceParams) -> tuple[float, float]:
    """Share of the different answers behind the URLs that no kept URL asks; URLs for each kept."""
    lost = asked = kept = known = 0
    for seed in range(3):
        verdicts = dedup(shop(n_pages, Random(seed)), params).urls
        answers = {_answer(verdict.url) for verdict in verdicts}
        reached = {_answer(verdict.url) for verdict in verdicts if verdict.keep}
        lost += len(answers - reached)
        asked += len(answers)
        known += len(verdicts)
        kept += sum(verdict.keep for verdict in verdicts)
    return lost / asked, known / kept


def _answer(url: str) -> tuple[tuple[str, str], ...]:
    """What a URL asks of the shop's database: its arguments without those that only present."""
    pairs = parse_qsl(urlsplit(url).query)
    return tuple(sorted((name, value) for name, value in pairs if name not in IRRELEVANT))


def shop(n_pages: int, random: Random) -> Iterator[AnswerPage]:
    """60 brands and 25 categories, some popular; five price bands; orders, pages, sessions."""
    brands = [1 / (rank + 3) for rank in range(60)]
    for i in range(n_pages):
        query = f"word{i}"
        seen = set(random.choices(range(60), brands, k=9))
        more: list[dict[str, object]] = [{"brand": brand} for brand in sorted(seen)]
        more += [{"cat": c} for c in random.sample(range(25), 5)]
        more += [{"price": f"{band}0-{band}9"} for band in range(5)]
        more += [{"sort": s} for s in ("price", "name", "new")]
        more += [{"page": p} for p in range(2, random.choice((3, 5, 8, 12)))]
        more += [{"view": v} for v in ("grid", "list")]
        always = {"q": query, "sid": f"{random.getrandbits(48):x}", "from": 7}
        links = [f"{HOST}?{urlencode({**always, **pair})}" for pair in more]
        yield AnswerPage(f"{HOST}?{urlencode({'q': query})}", query, links)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
