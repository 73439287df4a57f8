"""What a text is by its form, whatever its language and currency."""

from __future__ import annotations

import pytest

from upwell.models.pagelets.page.value_kinds import KINDS, kind


@pytest.mark.parametrize(
    "price",
    [
        "£1,299.00",
        "1 299,00 €",
        "1.299,- €",
        "CHF 12.–",
        "R$ 25,90",
        "HK$ 20",
        "99 Kč",
        "10 lei",
        "499 грн",
        "1 200 руб.",
        "￥137 (10%)",
        "¥1,200",
        "1200円",
        "₺45",
        "฿99",
        "₱120",
        "₫50.000",
        "AED 55",
        "Sfr. 20",
        "250 kr.",
        "From $20.00",
        "5,00 € / kg",
    ],
)
def test_an_amount_of_a_currency_is_a_price(price: str) -> None:
    assert "price" == KINDS[kind(price)]


@pytest.mark.parametrize(
    "text",
    [
        "TOP 20 results",
        "Try 5 of them",
        "1200 ft",
        "page 5",
        "Copyright 2004 Pte Ltd",
        "cell line MCF-7",
        "16 fl oz",
        "100 km",
        "Friday 20 of us",
        "freed 3",
        "leis 10",
    ],
)
def test_a_word_beside_a_number_is_no_price(text: str) -> None:
    assert "text" == KINDS[kind(text)]
