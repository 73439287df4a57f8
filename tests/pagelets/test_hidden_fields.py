"""Laws of what a page states of its objects and shows nobody."""

from __future__ import annotations

import json
import pickle

from upwell.models.pagelets.fields.hidden_fields import things
from upwell.models.site import SavedPage, analyse
from upwell.models.tree.parse import parse

VASES = [("Blue vase", "a7", "12 €"), ("Red bowl", "b9", "30 €"), ("Green cup", "c4", "8 €")]


def script(stated: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(stated)}</script>'


def product(name: str, sku: str, price: str) -> dict[str, object]:
    offer = {
        "@type": "Offer",
        "price": price.split()[0],
        "priceCurrency": "EUR",
        "availability": "https://schema.org/InStock",
        "url": "http://a.example/buy",
    }
    return {"@type": "Product", "name": name, "sku": sku, "offers": offer}


def listed(stated: object, beside: str = "") -> list[dict[str, str]]:
    """Fields of the three objects of a list, of which this is stated."""
    rows = "".join(
        f"<li><a href=/{sku}>{name}</a> <i>{price}</i> <p>A {name} of glass{beside % sku}</p></li>"
        for name, sku, price in VASES
    )
    html = f"<html><head>{script(stated)}</head><body><h1>Vases</h1><ul>{rows}</ul></body></html>"
    tree = pickle.loads(pickle.dumps(parse(html.encode(), url="http://a.example/s")))
    (reading,) = analyse([SavedPage("p", tree)])
    return [found.fields for found in reading.objects]


def stated_in(fields: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name.startswith("stated_")}


def test_objects_get_what_is_stated_of_them_and_their_text_lacks() -> None:
    """The price is shown; number, currency and availability are not."""
    found = listed([product(*vase) for vase in VASES], beside="%.0s")
    assert [
        {"stated_sku": sku, "stated_price_currency": "EUR", "stated_availability": "InStock"}
        for _, sku, _ in VASES
    ] == [stated_in(fields) for fields in found]


def test_what_a_page_shows_is_not_stated_again() -> None:
    found = listed([product(*vase) for vase in VASES], beside=" no %s")
    assert not any("stated_sku" in fields for fields in found)


def test_what_is_stated_of_two_things_of_one_name_is_told_of_none() -> None:
    twice = [product("Blue vase", "a7", "12"), product("Blue vase", "x1", "99")]
    assert [{}, {}, {}] == [stated_in(fields) for fields in listed(twice, beside="%.0s")]


def test_a_thing_is_known_by_its_address_where_its_name_is_another() -> None:
    """In a list by the link, on its own page by the page's address."""
    named = {"@type": "Product", "name": "V-7", "url": "https://a.example/a7", "gtin": "4006381"}
    found = listed(named, beside="%.0s")
    assert [{"stated_gtin": "4006381"}, {}, {}] == [stated_in(fields) for fields in found]


def test_attributes_state_what_an_element_does_not_show() -> None:
    """Microdata in the object: a machine's date beside the one for people."""
    date = "<time itemprop=releaseDate datetime=2021-03-03>3 March</time>"
    found = listed([], f' of {date}<meta itemprop=sku content="%s">')
    assert [{"stated_release_date": "2021-03-03", "stated_sku": sku} for _, sku, _ in VASES] == [
        stated_in(fields) for fields in found
    ]


def test_a_property_with_two_values_and_one_that_passes_is_not_told() -> None:
    said = product("Blue vase", "a7", "12 €")
    said |= {"color": ["blue", "white"], "priceValidUntil": "2031-01-01", "material": "glass-fibre"}
    fields = stated_in(listed(said, beside="%.0s")[0])
    assert ("glass-fibre", None, None) == (
        fields.get("stated_material"),
        fields.get("stated_color"),
        fields.get("stated_price_valid_until"),
    )


def test_things_of_a_page_are_bounded() -> None:
    many = [{"@type": "Product", "name": f"n{n}", "sku": str(n)} for n in range(2_000)]
    deep: object = {"@type": "Product", "name": "x"}
    for _ in range(30):
        deep = [deep]
    assert 500 == len(things([json.dumps(many).encode()]))
    assert [] == things([json.dumps(deep).encode()])
    assert [] == things([b"{no json"])
