"""Laws of what watch says of an object that is missed, gone and back."""

from __future__ import annotations

from upwell.agents.reducer import Send
from upwell.agents.watch import WATCH
from upwell.streams.records import Absent, Change, Gone, Missing, Seen

from .ring import DictView

ID, SITE, PAGE = "00000000000000aa", "a.example", "http://a.example/?q=x"


def seen(at: float, price: str = "4", before_at: float = 0.0) -> Seen:
    fields = {"title": "Lamp", "price": price}
    return Seen(
        site=SITE,
        seq=1,
        id=ID,
        page_url=PAGE,
        text=f"Lamp {price}",
        fields=fields,
        at=at,
        url="http://a.example/lamp",
        number=int(at),
        before_at=before_at,
        model_version=3,
    )


def missed(visit: bool = True) -> Absent:
    return Absent(site=SITE, seq=2, id=ID, page_url=PAGE, at=50.0, visit=visit)


def gone(at: float = 60.0) -> Gone:
    return Gone(site=SITE, seq=1, id=ID, page_url=PAGE, at=at, n_missed=2, why="its own page")


def after(*records: Seen | Absent | Gone) -> list[Send]:
    view, sends = DictView(ID), list[Send]()
    for record in records:
        sends += WATCH.reduce(view, record, None)
    return sends


def events(*records: Seen | Absent | Gone) -> list[str]:
    return [send.record.event for send in after(*records) if isinstance(send.record, Change)]


def test_a_page_that_lost_an_object_makes_plan_look_for_it() -> None:
    """With the address of its own page; the event waits for plan's word."""
    lost = [send for send in after(seen(1), missed()) if isinstance(send.record, Missing)]
    assert [("findings", SITE)] == [(send.topic, send.key) for send in lost]
    assert ["http://a.example/lamp"] == [
        s.record.url for s in lost if isinstance(s.record, Missing)
    ]
    assert ["new"] == events(seen(1), missed())
    assert ["new"] == events(seen(1), missed(visit=False))


def test_an_object_is_gone_once_and_back_when_it_shows_again() -> None:
    assert ["new", "gone", "back"] == events(seen(1), gone(), gone(70), seen(80))
    assert ["new", "gone", "back", "gone"] == events(seen(1), gone(), seen(80), gone(90))


def test_a_page_fetched_before_it_was_gone_does_not_bring_it_back() -> None:
    assert ["new", "gone"] == events(seen(1), gone(60), seen(40))


def test_an_object_that_was_told_after_it_was_missed_is_not_gone() -> None:
    assert ["new"] == events(seen(65), gone(60))


def test_events_carry_their_evidence_and_what_differs() -> None:
    changes = [s.record for s in after(seen(1), seen(9, "5", 1.0), gone(), seen(80, "6"))]
    found = [change for change in changes if isinstance(change, Change)]
    assert [1, 2, 3, 4] == [change.version for change in found]
    assert [{}, {"price": "4"}, {}, {"price": "5"}] == [change.before for change in found]
    assert {"number": 9, "model_version": 3} == found[1].evidence
    assert (2, "its own page") == (found[2].evidence["n_missed"], found[2].evidence["why"])
    assert {"title": "Lamp", "price": "6"} == found[3].fields
