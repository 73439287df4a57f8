"""What a page about one thing rests on: with another template of its kind it is read again."""

from __future__ import annotations

from upwell.models.site import Site
from upwell.models.templates import page_row, turned
from upwell.models.tree.parse import parse

HOST = "http://one.example"


def shown(number: int, visit: int) -> bytes:
    return (
        f"<title>Otter {number}</title><a href=/>Home</a><h1>Otter {number}</h1>"
        f"<p>Weight <b>{number} kg</b></p><p>Permit <b>P-{number}77</b></p>"
        f"<i class=clock>Server time 10:{visit}</i><p>Seen in <b>{1900 + number}</b></p>Imprint"
    ).encode()


def answer(word: str) -> bytes:
    rows = "".join(f"<li><a href=/{n}>{word} {n}</a> of the {n * 7} kind</li>" for n in range(9))
    return f"<form><input name=q></form><ul class=hits>{rows}</ul>".encode()


def test_an_item_is_read_again_when_what_turns_is_known() -> None:
    site = Site()
    for number in range(20):
        site.observe(shown(number, number), f"{HOST}/{number}")
        site.observe(answer(f"word{number}"), f"{HOST}/?q=word{number}", f"word{number}")
    before = site.publish()
    reading = site.observe(shown(40, 40), f"{HOST}/40")
    assert before is not None
    assert "clock" in reading.objects[0].fields
    first, again = (page_row(parse(shown(41, visit))) for visit in (50, 51))
    site.state.items.turning = turned(first, again)
    site.observe(shown(42, 42), f"{HOST}/42")
    after = site.publish()
    assert after is not None
    assert before.basis(reading, asked=False) in before.bases()
    assert before.basis(reading, asked=False) not in after.bases()
    assert "clock" not in site.observe(shown(43, 43), f"{HOST}/43").objects[0].fields
