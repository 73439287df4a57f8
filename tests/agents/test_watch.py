"""Laws of watch: versions count up, and an object changes only when what it says changes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from upwell.agents.watch import identity, reduce
from upwell.streams.records import Absent, Change, Seen, Tick

from .ring import DictView


def seen(text: str, **more: Any) -> Seen:
    more = {"page_url": "http://s/1", "at": 5.0, **more}
    return Seen(site="s", seq=1, id="o", text=text, **more)


def again(text: str, **more: Any) -> Seen:
    """The page that was seen, fetched a while later, says something else."""
    return seen(text, **{"at": 9.0, "before_at": 5.0, **more})


def changes(*texts: str) -> list[Change]:
    """What one page leads to that says these texts, one after the other."""
    sightings = [
        seen(text, at=5.0 + n, before_at=4.0 + n if n else 0.0) for n, text in enumerate(texts)
    ]
    return changes_of(*sightings)


def changes_of(*sightings: Seen | Absent) -> list[Change]:
    view = DictView("o")
    sent = [send.record for record in sightings for send in reduce(view, record, None)]
    return [record for record in sent if isinstance(record, Change)]


def test_the_first_sight_is_new_and_the_same_text_again_is_nothing() -> None:
    assert [("new", 1)] == [(c.event, c.version) for c in changes("red", "red", "red")]


def test_versions_count_up_with_every_difference() -> None:
    found = [(c.event, c.version, c.text) for c in changes("red", "blue", "blue", "red")]
    assert [("new", 1, "red"), ("changed", 2, "blue"), ("changed", 3, "red")] == found


def test_a_change_names_the_fields_as_they_were() -> None:
    view = DictView("o")
    reduce(view, seen("Lamp £5", fields={"title": "Lamp", "price": "£5"}), None)
    (send,) = reduce(view, again("Lamp £7", fields={"title": "Lamp", "price": "£7"}), None)
    assert isinstance(send.record, Change)
    assert {"price": "£5"} == send.record.before


def test_what_is_said_beside_the_fields_is_told_as_the_whole_text_was() -> None:
    """The event has the whole text as it is: side by side they show what differs."""
    lamp = {"fields": {"title": "Lamp"}}
    _, told = changes_of(
        seen("Lamp sold", rest="sold", **lamp), again("Lamp new", rest="new", **lamp)
    )
    assert ({"text": "Lamp sold"}, "Lamp new") == (told.before, told.text)


@pytest.mark.parametrize(
    ("otherwise", "page", "event"),
    [
        (False, "http://s/2", "changed"),  # read by the same rules: the page says something else
        (True, "http://s/2", ""),  # by others: who knows what it said
        (True, "http://s/1", "changed"),  # its text of then is there to be compared
    ],
)
def test_a_page_that_was_read_by_other_rules_is_believed_by_its_text_alone(
    otherwise: bool, page: str, event: str
) -> None:
    view = DictView("o")
    reduce(view, seen("Lamp Eve £5", fields={"f1": "Eve", "price": "£5"}), None)
    now = again("Lamp by Eve £5 new", fields={"f1": "new"}, page_url=page, otherwise=otherwise)
    assert [event] * bool(event) == [
        send.record.event for send in reduce(view, now, None) if isinstance(send.record, Change)
    ]


def test_a_change_on_two_lists_that_count_their_columns_otherwise_is_told_once() -> None:
    """One list has maker and rating, the other rating and maker; the price of both has changed."""
    view, events = DictView("o"), []
    for at, price in ((5.0, "£5"), (9.0, "£7")):
        for n, (one, other) in enumerate((("Eve", "4.5"), ("4.5", "Eve")), 1):
            fields = {"f1": one, "f2": other, "price": price}
            text = f"Lamp {one} {other} {price}"
            page, before = f"http://s/{n}", 5.0 + n if at > 5 else 0.0
            now = seen(text, fields=fields, page_url=page, at=at + n, before_at=before)
            events += [send.record for send in reduce(view, now, None)]
    told = [(one.event, one.before) for one in events if isinstance(one, Change)]
    assert [("new", {}), ("changed", {"price": "£5"})] == told


def test_what_a_later_model_reads_better_is_a_correction_and_no_change() -> None:
    """The same fetch cut out better; a text within the other; but not another fetch's news."""
    cases = [
        ("3 found Lamp £5", "Lamp £5", 9.0, "corrected"),
        ("Lamp £5", "Desk £9", 5.0, "corrected"),
        ("Lamp £5", "Lamp £7", 9.0, "changed"),
    ]
    for before, after, at, event in cases:
        view = DictView("o")
        reduce(view, seen(before, model_version=1), None)
        later = again(after, model_version=2, at=at)
        (send,) = reduce(view, later, None)
        assert isinstance(send.record, Change)
        assert (event, 2) == (send.record.event, send.record.version)


def test_fields_that_a_later_model_names_better_are_a_correction() -> None:
    """A table of objects has one meaning to a column, whichever model read the row first."""
    view = DictView("o")
    reduce(view, seen("Jazz 7 May", fields={"f1": "Jazz"}, model_version=1), None)
    named = seen("Jazz 7 May", fields={"group": "Jazz"}, model_version=2)
    (send,) = reduce(view, named, None)
    assert isinstance(send.record, Change)
    assert ("corrected", {"group": "Jazz"}) == (send.record.event, send.record.fields)
    assert [] == reduce(view, named, None)
    older = seen("Jazz 7 May", fields={"f1": "Jazz"}, model_version=1)
    assert [] == reduce(view, older, None)


LISTS = [  # one record in two lists of a site, laid out and named each in its own way
    ({"group": "tools", "name": "Lamp", "owner": "Eve"}, {"title": "Lamp", "owner": "Eve"}),
    ({"title": "Lamp", "owner": "Eve"}, {"group": "L", "f1": "Lamp", "owner": "Eve"}),
    ({"titel": "Lamp", "von": "Eve"}, {"title": "Lamp", "author": "Eve"}),
]


@pytest.mark.parametrize(("one", "other"), LISTS)
def test_another_list_that_calls_a_column_otherwise_corrects_nothing(
    one: dict[str, str], other: dict[str, str]
) -> None:
    first = seen("Lamp Eve", fields=one, said=7, model_version=1)
    there = seen("Lamp Eve", fields=other, said=7, page_url="http://s/2", at=6.0, model_version=2)
    later = msgspec.structs.replace(there, at=9e9, model_version=3)
    assert ["new"] == events(first, there, later)


def test_a_column_that_another_list_has_besides_joins_under_its_name() -> None:
    first = seen("Lamp Eve", fields={"name": "Lamp"}, said=7, model_version=1)
    more = {"title": "Lamp", "owner": "Eve"}
    there = seen("Lamp Eve", fields=more, said=7, page_url="http://s/2", at=6.0, model_version=2)
    told = changes_of(first, there)
    assert ["new", "corrected"] == [change.event for change in told]
    assert {"name": "Lamp", "owner": "Eve"} == told[1].fields


def test_a_list_that_shortens_the_title_is_no_news_and_reads_nothing_better() -> None:
    """Whichever model read the first, and whichever list was shown first."""
    long = seen("Lamp of the (first…) room", fields={"title": "Lamp of the (first…) room"})
    for text in ("Lamp", "Lamp of the (first…) room by the window"):
        other = seen(text, fields={"title": text}, page_url="http://s/2", at=6.0, model_version=2)
        assert ["new"] == events(long, other)


def test_what_another_list_calls_nothing_is_no_news_but_on_the_own_page_it_is() -> None:
    columns = {"title": "Lamp", "price": "£5 net or gross"}
    first = seen("Lamp £5 net or gross", fields=columns, url="http://s/lamp")
    other = seen("Lamp 3 hits", fields={"title": "Lamp", "f1": "3 hits"}, url="http://s/lamp")
    there = msgspec.structs.replace(other, page_url="http://s/2", at=6.0)
    assert ["new"] == events(first, there)
    assert ["new", "corrected"] == events(first, msgspec.structs.replace(there, page_url=other.url))
    named = msgspec.structs.replace(there, fields={"title": "Lamp", "hits": "3"})
    assert ["new", "corrected"] == events(first, named)
    said = msgspec.structs.replace(there, fields={"title": "Lamp", "tax": "net or gross"})
    assert ["new"] == events(first, said)


def test_a_later_model_that_has_no_name_for_a_column_corrects_nothing() -> None:
    """Its place in the record has another number since the layout was learned."""
    named = {"title": "Lamp", "date": "7 May"}
    first = seen("Lamp 7 May", fields=named, model_version=1)
    numbered = seen("Lamp 7 May", fields={"f3": "Lamp", "date2": "7 May"}, model_version=2)
    assert ["new"] == events(first, numbered)
    better = msgspec.structs.replace(numbered, fields={"title": "Lamp", "published": "7 May"})
    assert ["new", "corrected"] == events(first, better)


def test_an_object_is_the_same_while_it_says_the_same_of_itself() -> None:
    """Its number in the list, and the heading above it, speak of others."""
    view = DictView("o")
    reduce(view, seen("4. Lamp £5", said=77), None)
    assert [] == reduce(view, seen("5. Lamp £5", said=77), None)
    (send,) = reduce(view, again("5. Lamp £7", said=78), None)
    assert isinstance(send.record, Change)
    assert "changed" == send.record.event


def test_another_number_read_by_a_later_model_is_no_correction() -> None:
    view = DictView("o")
    first = seen("4. Lamp", said=77, fields={"f1": "4.", "title": "Lamp"}, model_version=1)
    reduce(view, first, None)
    moved = seen("5. Lamp", said=77, fields={"f1": "5.", "title": "Lamp"}, model_version=2)
    assert [] == reduce(view, moved, None)
    named = seen("5. Lamp", said=77, fields={"title": "Lamp"}, model_version=2)
    (send,) = reduce(view, named, None)
    assert isinstance(send.record, Change)
    assert "corrected" == send.record.event


def test_the_same_model_sees_changes_only() -> None:
    view = DictView("o")
    reduce(view, seen("Lamp £5 new", model_version=2), None)
    (send,) = reduce(view, again("Lamp £5", model_version=2), None)
    assert isinstance(send.record, Change)
    assert "changed" == send.record.event


def test_an_own_page_once_known_is_kept() -> None:
    view = DictView("o")
    reduce(view, seen("red", url="http://s/item/1"), None)
    (send,) = reduce(view, again("blue"), None)
    assert isinstance(send.record, Change)
    assert "http://s/item/1" == send.record.url


def test_absence_from_one_page_tells_nothing_of_the_object() -> None:
    absent = Absent(site="s", seq=2, id="o", page_url="http://s/1", at=6.0)
    view = DictView("o")
    assert [] == list(reduce(view, absent, None))
    assert view.head() is None


def test_a_record_is_known_by_its_sites_count() -> None:
    found = identity(seen("red"))
    assert found is not None
    assert ("s", 1, None) == tuple(found)


def missed(model_version: int = 2, nowhere: bool = True) -> Absent:
    return Absent(
        site="s",
        seq=2,
        id="o",
        page_url="http://s/1",
        at=5.0,
        model_version=model_version,
        nowhere=nowhere,
    )


def events(*records: Seen | Absent) -> list[str]:
    return [change.event for change in changes_of(*records)]


def test_what_a_later_model_sees_in_no_answer_is_withdrawn() -> None:
    """An advertisement that the first model took for a record."""
    first = seen("Cheap pillows", model_version=1)
    assert ["new", "withdrawn"] == events(first, missed())
    assert ["new", "withdrawn"] == events(first, missed(), missed())
    assert ["new"] == events(first, missed(nowhere=False))
    assert ["new"] == events(first, missed(model_version=1))
    assert [] == events(missed())


def test_what_a_later_model_tells_by_another_id_is_an_alias_and_no_withdrawal() -> None:
    """Also while other pages, not read again yet, show it under the old one."""
    first = seen("Oak table", model_version=1, url="http://s/oak?sid=1")
    moved = msgspec.structs.replace(missed(nowhere=False), becomes="p")
    told = changes_of(first, moved, moved)
    assert [("new", ""), ("alias", "p")] == [(change.event, change.becomes) for change in told]
    assert ["new"] == events(first, msgspec.structs.replace(moved, model_version=1))
    after = seen("Oak table", model_version=2, was="o")
    assert [("new", "o")] == [(change.event, change.was) for change in changes_of(after, after)]


def test_where_a_list_leads_stays_where_another_list_adds_columns() -> None:
    first = seen("Oak table", fields={"title": "Oak table", "link": "http://s/oak"})
    first_with_page = msgspec.structs.replace(first, url="http://s/oak")
    columns = {"name": "Oak table", "price": "£5"}
    for more in (columns, columns | {"link": "http://s/oak?hl=oak"}):
        told = changes_of(first, seen("Oak £5", fields=more, page_url="http://s/2", at=6.0))
        assert "http://s/oak" == told[-1].fields["link"]
        echoed = seen(
            "Oak £5", fields=more, url="http://s/oak?hl=oak", page_url="http://s/2", at=6.0
        )
        assert "http://s/oak" == changes_of(first_with_page, echoed)[-1].url
        assert 2 == len(told)


def test_what_was_withdrawn_and_is_seen_again_is_new() -> None:
    first = seen("Oak table", model_version=1)
    later = msgspec.structs.replace(first, page_url="http://s/7", at=8.0, model_version=3)
    assert ["new", "withdrawn", "new"] == events(first, missed(), later)


def test_the_time_changes_no_object() -> None:
    """A tick is declared for this topic: it is handled, whether the object is known or not."""
    view = DictView("o")
    assert [] == list(reduce(view, Tick(site="s", at=9.0), None))
    assert view.user is None
    reduce(view, seen("red"), None)
    before = view.user
    assert [] == list(reduce(view, Tick(site="s", at=9.0), None))
    assert before == view.user


COLUMNS = {"title": "Lamp", "price": "£5", "hit": "a red one"}


def test_what_differs_between_two_pages_within_the_hour_is_the_pages() -> None:
    """Words around the query, a rank; and the column is no news later, on the same page."""
    first = seen("Lamp £5 a red one", fields=COLUMNS, query="red")
    other = seen(
        "Lamp £5 one it is", fields=COLUMNS | {"hit": "one it is"}, page_url="http://s/2", at=6.0
    )
    later = again("Lamp £5 red one", fields=COLUMNS | {"hit": "red one"}, at=9e9)
    dear = again("Lamp £7 red", fields=COLUMNS | {"price": "£7", "hit": "red"}, at=9.5e9)
    told = changes_of(first, other, later, dear)
    assert ["new", "changed"] == [change.event for change in told]
    assert ({"price": "£5"}, "£7") == (told[1].before, told[1].fields["price"])
    assert "a red one" == told[1].fields["hit"]


def test_another_page_is_heard_an_hour_later_if_the_column_stands() -> None:
    first = seen("Lamp £5", fields={"title": "Lamp", "price": "£5"})
    other = seen("Lamp £7", fields={"title": "Lamp", "price": "£7"}, page_url="http://s/2")
    assert ["new"] == events(first, msgspec.structs.replace(other, at=3_000.0))
    assert ["new", "changed"] == events(first, msgspec.structs.replace(other, at=4_000.0))
    follows = msgspec.structs.replace(other, at=4_000.0, unsteady=["price"])
    assert ["new"] == events(first, follows)


def test_what_a_sighting_lacks_stays_and_what_it_has_besides_joins() -> None:
    short = seen("Lamp", fields={"title": "Lamp"})
    long = seen("Lamp £5", fields={"title": "Lamp", "price": "£5"}, page_url="http://s/2", at=6.0)
    assert ["new"] == events(long, msgspec.structs.replace(short, at=7.0))
    told = changes_of(short, long, msgspec.structs.replace(short, at=7.0, before_at=6.0))
    assert [("new", 1), ("corrected", 2)] == [(change.event, change.version) for change in told]
    assert {"title": "Lamp", "price": "£5"} == told[1].fields


def test_an_older_fetch_is_no_news() -> None:
    first = again("Lamp £7", fields={"title": "Lamp", "price": "£7"})
    older = seen("Lamp £5", fields={"title": "Lamp", "price": "£5"}, page_url="http://s/2")
    assert ["new"] == events(first, older)


def test_a_price_that_another_page_said_first_is_told_when_its_own_page_says_it() -> None:
    first = seen("Lamp £5", fields={"title": "Lamp", "price": "£5"})
    sale = {"title": "Lamp", "price": "£3"}
    other = seen("Lamp £3", fields=sale, page_url="http://s/2", at=6.0)
    assert ["new", "changed"] == events(first, other, again("Lamp £3", fields=sale))
    turned = again("Lamp £4", fields=sale | {"price": "£4"})
    assert ["new"] == events(first, other, turned)


def test_an_older_page_that_a_later_model_reads_again_corrects_nothing() -> None:
    """It shows the object as its own query wants."""
    first = again("Lamp £5 a red one", fields=COLUMNS, model_version=1)
    other = COLUMNS | {"hit": "one it is"}
    older = seen("Lamp £5 one it is", fields=other, page_url="http://s/2", model_version=2)
    assert ["new"] == events(first, older)


TABLES = [  # what the first page says, as a later model reads it, and what another page has besides
    (
        {"f1": "Lamp", "f2": "Eve"},
        {"title": "Lamp", "by": "Eve"},
        {"status": "new", "part": "E 27"},
    ),
    ({"title": "Lamp"}, {"title": "Lamp", "note": "red one"}, {"price": "£5", "stock": "2"}),
    ({"title": "Lamp red one"}, {"title": "Lamp", "f1": "red one"}, {"by": "Eve"}),
]


@pytest.mark.parametrize(("first", "better", "besides"), TABLES)
def test_a_page_that_is_read_again_takes_nothing_of_what_others_brought(
    first: dict[str, str], better: dict[str, str], besides: dict[str, str]
) -> None:
    text = " ".join([*first.values(), "new"])  # where a value of the other page may stand too
    one = seen(text, fields=first, said=7, model_version=1)
    titled = {next(iter(first)): "Lamp"} | besides
    other = seen("Lamp of a table", fields=titled, page_url="http://s/2", at=6.0, model_version=1)
    told = changes_of(one, other, seen(text, fields=better, said=7, model_version=2))
    assert ["new", "corrected", "corrected"] == [change.event for change in told]
    assert besides.items() <= told[2].fields.items()
    assert better.items() <= told[2].fields.items()
