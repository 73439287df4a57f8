"""Laws of the entries of pages: the last reading counts, and writing stays cheap as they grow."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from upwell.agents.analyse.entries import SINGLES, WIDTH, Entries, Entry, packed, unpacked


class Parts:
    """A view's parts, and how many bytes were put."""

    key = "s"
    offset = 0

    def __init__(self) -> None:
        self.cache: dict[str, object] = {}
        self.stored: dict[str, bytes] = {}
        self.n_bytes = 0

    def head(self) -> bytes | None:
        return None

    def set_head(self, value: bytes) -> None:
        raise AssertionError("entries have no head")

    def part(self, name: str) -> bytes | None:
        return self.stored.get(name)

    def put(self, name: str, value: bytes | None) -> None:
        if value is None:
            del self.stored[name]
        else:
            self.stored[name] = value
            self.n_bytes += len(value)

    def parts(self) -> list[str]:
        return sorted(self.stored)


def entry(page: int, number: int) -> Entry:
    shown = {f"{page:08x}{i:08x}": number + i for i in range(3)}
    return Entry(f"http://a.example/{page}", number, number, None, 1, 7, packed(shown))


@given(
    st.lists(st.integers(0, 90), max_size=6 * SINGLES),
    st.sets(st.integers(0, 6 * SINGLES)),
)
def test_entries_are_a_dict_that_survives_reloading(pages: list[int], reloads: set[int]) -> None:
    """Whatever is read again and whenever state is decoded anew, the last entry of a URL counts."""
    view, expected = Parts(), dict[str, Entry]()
    entries = Entries(view)
    for number, page in enumerate(pages):
        if number in reloads:
            entries = Entries(view)
        one = entry(page, number)
        expected[one.url] = one
        entries.set(view, one)
    for found in (entries, Entries(view)):
        assert sorted(expected.values(), key=lambda e: e.number) == found.all()
        assert [expected.get(entry(page, 0).url) for page in range(91)] == [
            found.get(entry(page, 0).url) for page in range(91)
        ]


def test_parts_depend_on_the_entries_alone() -> None:
    """Decoding state anew in between changes no byte of what is stored."""
    whole, broken = Parts(), Parts()
    entries = Entries(whole)
    for number in range(500):
        one = entry(number * number % 170, number)
        entries.set(whole, one)
        Entries(broken).set(broken, one)
    assert whole.stored == broken.stored


def test_an_entry_is_written_again_once_for_each_eightfold() -> None:
    """Ten times the pages cost a third more a page, and the head names few parts."""
    costs = {}
    for n in (300, 3000):
        view = Parts()
        entries = Entries(view)
        for number in range(n):
            entries.set(view, entry(number, number))
            assert len(view.stored) < SINGLES + 4 * WIDTH
        costs[n] = view.n_bytes / n
    assert costs[3000] < 1.4 * costs[300]


def test_an_object_that_was_shown_before_costs_next_to_nothing() -> None:
    """A page with the objects of earlier ones takes a third of the bytes of the first."""
    view = Parts()
    entries = Entries(view)
    shown = {f"{2**63 + i * 104_729 * 2**40:x}"[-16:].zfill(16): i * 7919 for i in range(20)}
    for number in range(5):
        url = f"http://a.example/{number}"
        entries.set(view, Entry(url, number, number, None, 1, 7, packed(shown)))
    sizes = [len(value) for _, value in sorted(view.stored.items())]
    assert sizes[4] < sizes[0] / 3


def test_pages_that_are_read_for_ever_take_no_more_room() -> None:
    """What is stored of a few pages stays within the width of a level, however often they come."""
    view = Parts()
    entries = Entries(view)
    for number in range(4000):
        entries.set(view, entry(number % 50, number))
    once = len(msgspec.msgpack.encode(entry(49, 4000)))
    assert sum(map(len, view.stored.values())) < (2 * WIDTH * 50 + SINGLES) * 1.1 * once


@given(st.dictionaries(st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1), max_size=9))
def test_what_a_page_showed_comes_back(shown: dict[int, int]) -> None:
    """Ids and hashes survive their packing, in their order."""
    named = {f"{id_:016x}": hash_ for id_, hash_ in shown.items()}
    assert list(named.items()) == list(unpacked(packed(named)).items())


@given(st.lists(st.integers(0, 30), max_size=40), st.sets(st.integers(0, 33)), st.integers(0, 30))
def test_what_other_pages_show_is_found(pages: list[int], wanted: set[int], without: int) -> None:
    view = Parts()
    entries = Entries(view)
    for number, page in enumerate(pages):
        entries.set(view, entry(page, number))
    ids = {f"{page:08x}{i:08x}" for page in wanted for i in range(2)}
    shown = {id_ for page in pages if page != without for id_ in entry(page, 0).shown}
    assert ids & shown == entries.showing(ids, f"http://a.example/{without}")
