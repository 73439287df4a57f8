"""What a seed draws: other seeds are other sites, and a redesign is another one again."""

from __future__ import annotations

from itertools import combinations

import pytest
from lxml import html

from upwell.sources import FAMILIES
from upwell.sources.database.database import Database
from upwell.sources.draw import Draw
from upwell.sources.examples import examples
from upwell.sources.family import Family
from upwell.sources.kinds import records
from upwell.sources.look.design import Design
from upwell.sources.look.names import STYLES, Names
from upwell.sources.look.wording import phrases
from upwell.sources.pages.addresses import Asked
from upwell.sources.pages.pages import Pages
from upwell.sources.site import encoded

SEEDS = range(2)


def paths(text: str, charset: str) -> frozenset[str]:
    """Tag paths of a page, with class names."""
    page = html.document_fromstring(encoded(text, charset), html.HTMLParser(encoding=charset))
    found = set()
    for element in page.iter():
        if isinstance(element.tag, str):
            steps = [element, *element.iterancestors()]
            found.add("/".join(f"{one.tag}.{one.get('class', '')}" for one in reversed(steps)))
    return frozenset(found)


def a_list(pages: Pages, revision: int = 0) -> str:
    """One page of many matches."""
    asked = dict(examples(pages))["few"]
    return pages.page(asked, 1, revision).text


def site(family: Family, seed: int) -> Pages:
    """All seeds over the same records, so that pages differ by design alone."""
    held = records(family.kind, family.language, 1, 120)
    return Pages(family, seed, Database(held, family.rules, family.language))


@pytest.mark.parametrize("name", FAMILIES)
def test_seeds_of_a_family_differ_in_markup_and_a_redesign_differs_from_before(name: str) -> None:
    family = FAMILIES[name]
    sites = [site(family, seed) for seed in SEEDS]
    drawn = [paths(a_list(one), family.charset) for one in sites]
    drawn.append(paths(a_list(sites[0], revision=1), family.charset))
    shared = [len(a & b) / len(a | b) for a, b in combinations(drawn, 2)]
    assert max(shared) < 0.9
    assert sum(shared) / len(shared) < 0.5


def test_titles_addresses_and_arguments_differ_between_seeds() -> None:
    sites = [site(FAMILIES["catalogue"], seed) for seed in range(12)]
    assert len({one.site.title for one in sites}) >= 3
    assert len({one.addresses.path for one in sites}) >= 4
    assert len({one.addresses.item_form for one in sites}) >= 4
    assert len({one.addresses.arguments["query"] for one in sites}) >= 4


def test_a_redesign_changes_no_address() -> None:
    one = site(FAMILIES["catalogue"], 5)
    before, after = (a_list(one, revision) for revision in (0, 1))
    book = next(iter(one.database.by_id.values()))
    address = one.addresses.item(book)
    assert (
        one.page(Asked("item", key=str(book.id)), 1, 0).text
        != one.page(Asked("item", key=str(book.id)), 1, 1).text
    )
    assert address == one.addresses.item(book)
    assert all(f'action="{one.addresses.path}"' in text for text in (before, after))


@pytest.mark.parametrize("style", STYLES)
def test_a_style_names_roles_apart_and_writes_selectors(style: str) -> None:
    names = Names(Draw(style), (style,))
    roles = "results hit title summary price facts search".split()
    classes = [names.classes(role) for role in roles]
    assert len(roles) == len(set(classes))
    assert all(
        word.replace("-", "").replace("_", "").isalnum() for c in classes for word in c.split()
    )


def test_an_id_is_drawn_for_roles_that_occur_once_alone() -> None:
    found = [Names(Draw(seed)) for seed in range(30)]
    assert {""} == {names.id("hit") for names in found}
    assert len({names.id("main") for names in found}) > 2


def test_boxes_stand_on_as_many_sites_as_the_family_says() -> None:
    always = [Design(FAMILIES["catalogue"], seed) for seed in range(60)]
    assert {True} == {design.show("adverts") for design in always}
    some = sum(design.show("clock") for design in always)
    assert 10 <= some <= 40


@pytest.mark.parametrize("language", ["de", "fr", "ja"])
def test_every_language_has_every_phrase(language: str) -> None:
    def common(known: str) -> set[str]:
        """Phrases that are said on every site: not those for one number or one kind of records."""
        return {
            key
            for key in phrases(known)
            if not key.endswith(".one") and not key.startswith(("thing.", "site."))
        }

    assert common("en") == common(language)
    assert [] == [key for key, found in phrases(language).items() if "" in found]


def test_what_a_phrase_is_filled_with_is_the_same_in_all_its_variants() -> None:
    """`{n}` in one variant of a label and not in another is fine; an unknown name is not."""
    known = {"n", "a", "b", "thing", "things", "query", "site", "time", "id", "words", "maker"}
    for language in ("en", "de", "fr", "ja"):
        for key, variants in phrases(language).items():
            for variant in variants:
                names = {part.split("}")[0] for part in variant.split("{")[1:]}
                assert names <= known, (language, key)
