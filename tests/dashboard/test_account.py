"""Everything that a site showed stands in one place: asked, waiting, or left out with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from upwell.dashboard.account.counting import account_of
from upwell.dashboard.room import Room
from upwell.streams.codecs import compress
from upwell.streams.records import FoundLink, Page, Request

from .filled import HOME, NOW, SITE, change, fill, finding, status

LINKS = {
    "http://other.example/x": "foreign owner",
    f"{HOME}cart/add?id=3": "dangerous or private",
    f"{HOME}find?q=otter&sort=2": "same as another",
    f"{HOME}d/a1": "page of one object",
    f"{HOME}about": "promises too little",
    f"{HOME}secret": "robots",
    f"{HOME}paper.pdf": "wrong type",
    f"{HOME}login": "wall",
    f"{HOME}later": "on the way",
    f"{HOME}find?q=otter": "read",
}
FORMS = """<form action=/find><input type=search name=q><button>Search</button></form>
<form action=/secret><input type=search name=q><button>Search</button></form>
<form action=/subscribe method=post><input name=mail type=email><button>Join</button></form>"""
CAME = {"secret": ("robots", ""), "paper.pdf": ("not_html", ""), "login": ("ok", "login")}


async def fill_account(room: Room) -> None:
    """A site whose one stored page has a link of every fate."""
    links = "".join(f"<p><a href='{url}'>{n}</a>" for n, url in enumerate(LINKS))
    records: list[tuple[str, Any]] = [
        ("sites", status("parked", reason="a further request is expected to bring little")),
        ("changes", change("a1")),
    ]
    for n, word in enumerate(("otter", "heron", "newt", "eel")):
        url = f"{HOME}find?q={word}"
        found = [FoundLink(url=f"{url}&sort={by}", role="second_level") for by in (1, 2)]
        one = finding(40 + n, word, ["a1"], url=url, final_url=url, links=found)
        records.append(("findings", one))
    for n, (path, (outcome, came)) in enumerate(CAME.items()):
        more = {"outcome": outcome, "came_back": came or "answer"}
        one = finding(50 + n, None, [], url=HOME + path, final_url=HOME + path, **more)
        records.append(("findings", one))
    for n, path in enumerate(("later", "secret", "find?q=otter")):
        request = Request(site=SITE, number=60 + n, low=0, url=HOME + path, reason="query")
        records.append(("requests", request))
    page = Page(
        site=SITE, number=70, low=0, url=f"{HOME}find?q=otter", final_url=f"{HOME}find?q=otter",
        reason="query", outcome="ok", fetched_at=NOW, query="otter",
        body=compress(f"<html><body>{FORMS}{links}</body></html>".encode()),
    )  # fmt: skip
    await fill(room.log, [*records, ("pages", page)])
    await room.ring.look()


async def test_every_address_has_the_reason_that_kept_it_out(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upwell.dashboard.account.account.SAMPLES", 100)
    await fill_account(room)
    told = (await account_of(room.log, room.ring.sites[SITE])).summary()
    rows = told["urls"]["reasons"]
    found = {sample["what"]: one["reason"] for one in rows for sample in one["samples"]}
    assert {url: found.get(url) for url in LINKS} == LINKS


@pytest.mark.parametrize("phase", ["parked", "harvest"])
async def test_what_was_met_is_asked_waiting_or_left_out(room: Room, phase: str) -> None:
    """Counted anew it is the same: nothing is kept that a death could spoil."""
    await fill_account(room)
    await fill(room.log, [("sites", status(phase, reason="the budget of 9 pages is spent"))])
    await room.ring.look()
    accounts = [(await account_of(room.log, room.ring.sites[SITE])).summary() for _ in range(2)]
    assert accounts[0] == accounts[1]
    for what in ("urls", "forms"):
        part = accounts[0][what]
        assert part["met"] == part["asked"] + part["waiting"] + part["left_out"]
        assert part["met"] == sum(one["count"] for one in part["reasons"])
        assert all(one["option"] for one in part["reasons"] if one["state"] == "left out")
    rest = "not chosen yet" if phase == "harvest" else "budget"
    assert rest in {one["reason"] for one in accounts[0]["urls"]["reasons"]}


async def test_forms_are_accounted_for_as_addresses_are(room: Room) -> None:
    await fill_account(room)
    forms = (await account_of(room.log, room.ring.sites[SITE])).summary()["forms"]
    assert 3 == forms["met"]
    reasons = {one["reason"] for one in forms["reasons"]}
    assert {"read", "robots"} < reasons
    assert 2 == forms["left_out"]


async def test_the_page_shows_it_when_it_is_counted(room: Room, program: Any) -> None:
    await fill_account(room)
    first = await (await program.get(f"/api/v1/sites/{SITE}/report")).json()
    assert (None, True) == (first["account"], first["counting"])
    await room.counting[SITE]
    assert "foreign owner" in await (await program.get(f"/sites/{SITE}/report")).text()
