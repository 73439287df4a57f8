"""Databases of little variety: columns of ten values each, titles that repeat the query."""

from __future__ import annotations

from random import Random

from upwell.sources.truth import PageTruth, Told

from .pages import Page

HOST = "http://127.0.0.1"
COLUMNS = {
    "city": "Arnhem Breda Delft Ede Gouda Haarlem Leiden Meppel Sneek Tiel".split(),
    "state": "new used good fair worn sold held open late lent".split(),
    "colour": "red blue green black white grey brown pink gold teal".split(),
}
WORDS = "lamp chair table clock mirror shelf bench stool vase rug".split()
LAYOUTS = ("list", "table", "cards", "terms")
SHOWN = 10


def little_variety(layout: str) -> list[Page]:
    """Answers of every word, a few without a match, in one of `LAYOUTS`."""
    draw = Random(f"variety {layout}")
    records = {word: [_record(draw, word, i) for i in range(draw.randint(2, 14))] for word in WORDS}
    pages = [_answer(layout, word, records[word][:SHOWN], len(records[word])) for word in WORDS]
    nonsense = ["zqxvwk", "zqjjxv", "zqkwvx", "zqvvkj"]
    return pages + [_answer(layout, word, [], 0, nonsense=True) for word in nonsense]


def _record(draw: Random, word: str, number: int) -> tuple[str, dict[str, str]]:
    url = f"/thing/{word}-{number}"
    return url, {"title": word.title()} | {k: draw.choice(v) for k, v in COLUMNS.items()}


def _answer(
    layout: str,
    word: str,
    records: list[tuple[str, dict[str, str]]],
    n: int,
    nonsense: bool = False,
) -> Page:
    cells = [
        [f'<a href="{url}">{values["title"]}</a>', *(values[name] for name in COLUMNS)]
        for url, values in records
    ]
    inside = _LAYOUTS[layout](cells) if records else "<p>Nothing was found for your search.</p>"
    body = (
        f"<html><head><title>Search: {word}</title></head><body><div class=head><a href=/>Home</a>"
        "<a href=/about>About us</a></div><form action=/s><input name=q><button>Search</button>"
        f"</form><h1>Results for {word}</h1><p class=n>{n} found</p>{inside}"
        "<div class=foot><p>All things of one house, 2026</p><a href=/terms>Terms</a></div></body>"
    )
    told = tuple(
        Told(i, " ".join([v["title"], *(v[name] for name in COLUMNS)]), v, "")
        for i, (_, v) in enumerate(records)
    )
    region = " ".join(one.text for one in told)
    url = f"{HOST}/s?q={word}"
    truth = PageTruth(
        url, 200, "list" if told else "none", "", (region,) if told else (), told, None, {}, word,
        frozenset(range(len(told))),
    )  # fmt: skip
    return Page(url, body.encode(), word, nonsense, truth)


def _list(rows: list[list[str]]) -> str:
    items = "".join(f"<li><b>{row[0]}</b> <i>{', '.join(row[1:])}</i></li>" for row in rows)
    return f"<ul class=found>{items}</ul>"


def _table(rows: list[list[str]]) -> str:
    lines = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table class=found>{lines}</table>"


def _cards(rows: list[list[str]]) -> str:
    cards = "".join(
        f"<div class=card><h3>{row[0]}</h3>" + "".join(f"<div>{c}</div>" for c in row[1:])
        + "</div>"
        for row in rows
    )  # fmt: skip
    return f"<div class=grid>{cards}</div>"


def _terms(rows: list[list[str]]) -> str:
    terms = "".join(
        f"<dt>{row[0]}</dt>" + "".join(f"<dd>{c}</dd>" for c in row[1:]) for row in rows
    )
    return f"<dl class=found>{terms}</dl>"


_LAYOUTS = {"list": _list, "table": _table, "cards": _cards, "terms": _terms}
