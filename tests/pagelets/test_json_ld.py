"""What a site states for search engines names the columns of what it shows."""

from __future__ import annotations

import json
import pickle

import pytest

from upwell.models.pagelets.fields.json_ld import json_ld_names
from upwell.models.site import SavedPage, analyse
from upwell.models.tree import TagTree, parse
from upwell.models.tree.parse import Engine

FILMS = [
    ("Otter Bay", "Ann Lee", "1999"),
    ("Low Tide", "Bo Ek", "2004"),
    ("Reeds", "Cy Om", "1971"),
]


def page(films: list[tuple[str, str, str]], said: str) -> bytes:
    rows = "".join(
        f"<li><a href=/{title[0]}>{title}</a><div class=d>{who}</div><div class=y>{year}</div>"
        for title, who, year in films
    )
    script = f'<script type="application/ld+json">{said}</script>' if said else ""
    return f"<html><head>{script}<body><h1>Films</h1><ul>{rows}</ul>".encode()


def stated(films: list[tuple[str, str, str]]) -> str:
    items = [
        {
            "@type": "ListItem",
            "item": {
                "@type": "Movie",
                "name": title,
                "director": {"@type": "Person", "name": who},
                "copyrightYear": int(year),
            },
        }
        for title, who, year in films
    ]
    return json.dumps({"@type": "ItemList", "itemListElement": items})


def names_of(tree: TagTree) -> list[str]:
    (reading,) = analyse([SavedPage("x", tree)])
    return [*reading.objects[0].fields]


@pytest.mark.parametrize("engine", ["lxml", "lexbor"])
def test_columns_are_called_what_the_page_states(engine: Engine) -> None:
    if engine == "lexbor":
        pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    tree = parse(page(FILMS, stated(FILMS)), engine=engine)
    told = {"title", "director", "copyright_year"}
    assert told == told & {*names_of(tree)}
    assert told != told & {*names_of(parse(page(FILMS, ""), engine=engine))}
    assert names_of(tree) == names_of(pickle.loads(pickle.dumps(tree)))


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("{", {}),
        ("[" * 10_000, {}),
        ('"text"', {}),
        ('{"@type": "Organization", "name": "Shop"}', {}),
        ('{"@graph": [{"@type": "WebSite", "name": "S"}, {"name": "T"}]}', {"T": "title"}),
        ('{"mainEntity": {"name": "T"}}', {"T": "title"}),
        (
            '{"name": "T", "brand": {"@type": "Organization", "name": "B"}}',
            {"T": "title", "B": "brand"},
        ),
        ('{"name": "T", "alternateName": "T"}', {}),
        ('{"offers": {"price": 9.5, "inStock": true}}', {"9.5": "price"}),
        ('{"url": "http://a.example/"}', {}),
    ],
)
def test_only_things_and_only_what_has_one_name_are_told(said: str, names: dict[str, str]) -> None:
    assert names == json_ld_names([said.encode()])


def test_what_is_read_of_a_page_is_bounded() -> None:
    many = json.dumps([{"name": f"n{n}"} for n in range(20_000)])
    assert 5_000 == len(json_ld_names([many.encode()]))
    script = '<script type="application/ld+json">' + json.dumps("x" * 300_000) + "</script>"
    assert () == parse(script.encode()).json_ld
