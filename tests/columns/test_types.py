"""Laws of types: all values of a column decide, and what is not sure stays a text."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from upwell.models.columns import ColumnType, PageContext, count, decide, typed_value
from upwell.models.columns.params import PARAMS
from upwell.models.pagelets.fields.extraction import Columns
from upwell.models.site import Site

NOW = 1_790_000_000.0  # 2026-09-21, a quarter past two in the afternoon in UTC


def decided(*texts: str) -> ColumnType | None:
    return decide(dict(count(texts)), len(texts))


def typed(*texts: str, language: str = "") -> list[Any]:
    """The values of a column; a text where one has no type."""
    column = decided(*texts)
    if column is None:
        return list(texts)
    found = [typed_value(text, column, PageContext(NOW, language)) for text in texts]
    return [text if value is None else value for text, value in zip(texts, found, strict=True)]


def money(value: Any, unit: str = "EUR") -> dict[str, Any]:
    return {"value": value, "unit": unit}


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        # the mark of one value tells it for all
        (["2.722,00 €", "1.299 €"], [money(2722), money(1299)]),
        (["£1,299.50", "£3"], [money(1299.5, "GBP"), money(3, "GBP")]),
        (["1 234 567 zł", "99,50 zł"], [money(1234567, "PLN"), money(99.5, "PLN")]),
        (["-5,00 €", "+7,00 €"], [money(-5), money(7)]),
        (["from 12 €", "ab 9,50 €"], [money(12), money(9.5)]),
        (["10–20 €", "15,50 €"], [money([10, 20]), money(15.5)]),
        (["US$ 4", "A$ 5"], [money(4, "USD"), money(5, "AUD")]),
        (["2 722,-", "3 €"], ["2 722,-", "3 €"]),  # half of it is money
        # two amounts are two values
        (["was £7, now £5", "£3", "£4"], ["was £7, now £5", "£3", "£4"]),
        # numbers: smaller ones without a mark tell that a mark parts groups
        (["1.299", "950", "12"], [1299, 950, 12]),
        (["1.299", "2.450", "3.100"], ["1.299", "2.450", "3.100"]),
        (["1.299", "950.5", "12"], [1.299, 950.5, 12]),
        (["1.299", "1500", "12"], ["1.299", "1500", "12"]),
        (["(236)", "(7)", "(1,024)"], [236, 7, 1024]),
        # what names a thing is no number
        (["00123", "10456", "20789"], ["00123", "10456", "20789"]),
        (["104563", "204567", "304568"], ["104563", "204567", "304568"]),
        (["12 %", "7 %", "-20 %"], [money(12, "%"), money(7, "%"), money(-20, "%")]),
        (["500 g", "1.5 kg", "20 g"], [money(500, "g"), money(1.5, "kg"), money(20, "g")]),
        (["1 page", "12 pages", "9 pages"],
         [money(1, "page"), money(12, "pages"), money(9, "pages")]),
        (["7 otters", "12 pages", "9 lamps"], ["7 otters", "12 pages", "9 lamps"]),
        # dates: a day beyond twelve tells the order for all
        (["03/04/2026", "25/04/2026"], ["2026-04-03", "2026-04-25"]),
        (["03/04/2026", "04/25/2026"], ["2026-03-04", "2026-04-25"]),
        (["03/04/2026", "05/06/2026"], ["03/04/2026", "05/06/2026"]),
        (["3. Mai 2021", "21 mars 2020"], ["2021-05-03", "2020-03-21"]),
        (["2021-05-03T10:00:00Z", "2021-05-04"], ["2021-05-03T10:00:00Z", "2021-05-04"]),
        (["May 2021", "June 2020"], ["2021-05", "2020-06"]),
        (["30 February 2021", "31 June 2020"], ["30 February 2021", "31 June 2020"]),
        (["2 hours ago", "yesterday"], ["2026-09-21T12:13Z", "2026-09-20"]),
        (["2 h 15 min", "45 min"], [money(8100, "s"), money(2700, "s")]),
        (["4.5 out of 5", "3 out of 5", "5 out of 5"],
         [money(4.5, "of 5"), money(3, "of 5"), money(5, "of 5")]),
        (["★★★☆☆", "★★★★★", "★☆☆☆☆"], [money(3, "of 5"), money(5, "of 5"), money(1, "of 5")]),
        (["ja", "nein", "ja"], [True, False, True]),
        (["978-3-16-148410-0", "0-306-40615-2", "9780306406157"],
         ["9783161484100", "0306406152", "9780306406157"]),
        (["978-3-16-148410-1", "0-306-40615-2"] * 2,  # a check digit does not fit
         ["978-3-16-148410-1", "0-306-40615-2"] * 2),
        (["doi:10.1000/182"], ["10.1000/182"]),
        (["mailto:ann@lee.example"], ["ann@lee.example"]),
        (["52.5200, 13.4050"], [[52.52, 13.405]]),
        (["an otter", "a lamp"], ["an otter", "a lamp"]),
    ],
)  # fmt: skip
def test_a_column_has_the_type_that_its_values_agree_on(
    texts: list[str], values: list[Any]
) -> None:
    assert values == typed(*texts)


def test_a_value_that_does_not_fit_stays_a_text() -> None:
    prices = [f"{n},50 €" for n in range(20)]
    assert "on request" == typed(*prices, "on request")[-1]


def test_of_ten_values_one_may_differ_and_not_two() -> None:
    nine = [f"{n},50 €" for n in range(9)]
    assert decided(*nine, "sold") is not None
    assert decided(*nine[:8], "sold", "gone") is None
    assert decided(*nine, *nine[:8], "sold", "gone", "asked") is None
    assert 0.85 < PARAMS.fits <= 0.9


def test_two_numbers_decide_nothing_and_three_do() -> None:
    assert decided("12", "7") is None
    assert decided("12", "7", "9") is not None
    assert 3 == PARAMS.enough


def test_numbers_of_five_digits_are_counted_and_of_six_they_name_things() -> None:
    assert decided("10456", "20456", "30456") is not None
    assert decided("104560", "204560", "304560") is None
    assert 6 == PARAMS.digits


def test_what_is_counted_of_a_column_is_bounded() -> None:
    """However many nouns stand behind its numbers; the readings of most values stay."""
    found = count(f"{n} noun{'abcdefghij'[n % 10] * (n // 10 + 1)}" for n in range(300))
    counted = dict(found)
    assert len(counted) == PARAMS.kept
    assert len(msgspec.msgpack.encode(found)) < 1_000  # a site has dozens of columns
    assert 300 == counted["count:."]


def test_a_shared_sign_is_what_the_page_states_or_its_language_has() -> None:
    column = decided("$ 4.50", "$ 7")
    assert column is not None
    stated = typed_value("$ 4.50", column, PageContext(currency="AUD"))
    assert (money(4.5, "AUD"), money(4.5, "USD")) == (stated, typed_value("$ 4.50", column))
    crowns = decided("4 kr", "7 kr")
    assert crowns is not None
    assert typed_value("4 kr", crowns) is None
    assert money(4, "SEK") == typed_value("4 kr", crowns, PageContext(language="sv-SE"))


def test_a_time_that_is_told_from_now_needs_the_time_of_the_fetch() -> None:
    assert typed_value("2 hours ago", ColumnType("ago")) is None


def test_a_page_about_one_thing_has_the_types_that_values_show_by_themselves() -> None:
    """Of a column that no list has; on a list the other values of the column decide."""
    row = {"title": "£5", "estimate": "£8,450", "lot": "1652", "closes": "7 February 2025"}
    typed = {"estimate": money(8450, "GBP"), "closes": "2025-02-07"}
    assert typed == Columns().typed(row, PageContext(), alone=True)
    assert {} == Columns().typed(row, PageContext())


def test_an_amount_has_its_type_before_the_template_of_its_object_is_known() -> None:
    """What is told of a site's first pages needs no second telling for it."""
    lamps = "".join(f"<li><a href=/{n}>Lamp {n}</a> <b>{n}4,50 €</b></li>" for n in range(1, 9))
    html = f"<h1>Lamps</h1><ul>{lamps}</ul>"
    reading = Site().observe(html.encode(), "http://a.example/s?q=lamp", "lamp")
    assert money(14.5) == reading.objects[0].typed["price"]
