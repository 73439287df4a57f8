"""How much pages of a kind have to say before a text is frame, a label, a column or worth more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
import pytest

from upwell.models.templates import (
    KindTable,
    Placed,
    TemplateParams,
    learn_slots,
    learn_template,
    page_row,
    read_item,
)
from upwell.models.templates.frame import frame_cells, label_at
from upwell.models.templates.slots import BY_BOTH, BY_LABEL, BY_PLACE, BY_RANK
from upwell.models.templates.stretch import best_stretch
from upwell.models.templates.telling import telling_of
from upwell.models.templates.texts import LINKED, TITLE, Texts, text_nodes
from upwell.models.templates.worth import worth_of
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

PARAMS = TemplateParams()
Said = tuple[str, str]  # a place, and what stands there


def number_of(place: str) -> int:
    return 1_000 + int.from_bytes(place.encode(), "big")


def texts_of(pages: Sequence[Sequence[Said]], words: int = 1) -> Texts:
    """The texts of pages; what begins with `>` is a link, with `=` said by the title."""
    strings: dict[str, int] = {}
    rows = [(page, *said) for page, all_ in enumerate(pages) for said in all_]
    place = np.array([number_of(at) for _, at, _ in rows], np.int64)
    return Texts(
        np.array([page for page, _, _ in rows]),
        place,
        place + (1 << 50),
        np.array([strings.setdefault(text, 7 + len(strings)) for _, _, text in rows], np.int64),
        np.array([words if text[:1] in "+" else 1 for _, _, text in rows]),
        np.array([{">": LINKED, "=": TITLE}.get(text[:1], 0) for _, _, text in rows], np.uint8),
    )


def mode_of(pages: Sequence[Sequence[Said]], place: str) -> int:
    """How the texts of a place are told apart."""
    slots = learn_slots(texts_of(pages), PARAMS)
    modes = dict(zip(np.frombuffer(slots.places, "<i8").tolist(), slots.modes, strict=True))
    return int(modes.get(number_of(place), BY_PLACE))


def is_frame(pages: Sequence[Sequence[Said]], place: str, text: str) -> bool:
    """Whether what stands at a place of the first page that says it is frame."""
    texts = texts_of(pages)
    at = list(chain.from_iterable(pages)).index((place, text))
    return bool(np.isin(texts.cell[at], frame_cells(texts, PARAMS)))


def test_a_kind_is_learned_from_twenty_pages_and_the_beginning_of_long_ones() -> None:
    table = KindTable()
    for number in range(60):
        table.fold(str(number), page_row(parse(b"<p>Year</p><p>%d" % number)))
    assert 20 == len(table.rows)
    assert 4_000 == len(text_nodes(parse(b"<p>text" * 9_000), PARAMS))


@pytest.mark.parametrize("n", [4, 6])
@pytest.mark.parametrize("labelled", [True, False])
def test_what_more_than_half_of_the_pages_say_is_frame(n: int, labelled: bool) -> None:
    """Among labels of a list of properties, and as a notice beside a constant one."""
    pages: list[list[Said]] = []
    for i in range(10):
        said = "call us" if i < n else f"own text {i}"
        beside = [("a", "Size"), ("a", f"{i} m")] if labelled else [("a", "Our shop")]
        last = labelled or i % 2
        pages.append([*beside, ("a", said)] if last else [("a", said), *beside])
    assert is_frame(pages, "a", "call us") == (n > 5)


@pytest.mark.parametrize(("n", "nearly_all"), [(17, False), (18, True)])
def test_nearly_each_page_is_nine_in_ten(n: int, nearly_all: bool) -> None:
    pages = [[("b", "x"), *([("a", f"=name {i}")] if i < n else [])] for i in range(20)]
    texts = texts_of(pages)
    found = telling_of(Placed(texts, learn_slots(texts, PARAMS), PARAMS), PARAMS)
    assert nearly_all == bool(found.subject)


@pytest.mark.parametrize(("between", "has_label"), [(2, True), (3, False)])
def test_a_label_stands_at_most_three_texts_before(between: int, has_label: bool) -> None:
    texts = texts_of([[("a", "Size"), *[("b", f"{i}") for i in range(between + 1)]]])
    static = np.array([True, *[False] * (between + 1)])
    assert has_label == (label_at(texts, static, PARAMS)[-1] == 0)


def test_a_place_of_one_text_is_a_column_and_one_of_two_is_told_by_rank() -> None:
    once: list[list[Said]] = [[("a", f"one {i}")] for i in range(8)]
    twice: list[list[Said]] = [[("a", f"one {i}"), ("a", f"two {i}")] for i in range(8)]
    assert (BY_PLACE, BY_RANK) == (mode_of(once, "a"), mode_of(twice, "a"))


def labelled(page: int, labels: Sequence[str], n_bare: int) -> list[Said]:
    """Values behind labels, each at a place of its own, and others too far behind any."""
    parts: list[Said] = []
    for label in labels:
        parts += [(label, label), ("a", f"{label} {page} {len(parts)}")]
    parts += [("g", f"gap {page} {i}") for i in range(4)]
    return parts + [("a", f"bare {page} {i}") for i in range(n_bare)]


@pytest.mark.parametrize(("n", "recurs"), [(2, False), (3, True)])
def test_a_label_stands_on_a_tenth_of_the_pages(n: int, recurs: bool) -> None:
    """Each of many labels on so many of thirty pages; the numbers of values vary."""
    pages = []
    for i in range(30):
        first = i // n * 9
        pages.append(labelled(i, [f"L{first + k}" for k in range(1 + 8 * (i // n % 2))], 0))
    assert recurs == (mode_of(pages, "a") == BY_LABEL)


@pytest.mark.parametrize(("n_bare", "by_label"), [(2, True), (4, False)])
def test_most_texts_of_a_place_stand_behind_labels(n_bare: int, by_label: bool) -> None:
    pages = [labelled(i, ["Size", "Colour", "Maker"], n_bare) for i in range(12)]
    assert by_label == (mode_of(pages, "a") in (BY_LABEL, BY_BOTH))


@pytest.mark.parametrize(("n", "parted"), [(5, True), (7, False)])
def test_labels_that_stand_before_nearly_all_texts_tell_nothing_apart(n: int, parted: bool) -> None:
    """Ten texts a page, of which so many stand behind one and the same label."""
    pages = [labelled(i, ["By"] * n, 10 - n) for i in range(12)]
    assert parted == (mode_of(pages, "a") in (BY_LABEL, BY_BOTH))


@pytest.mark.parametrize(("counts", "mode"), [((10, 13), BY_RANK), ((10, 16), BY_PLACE)])
def test_a_number_of_texts_is_steady_within_a_fifth(counts: tuple[int, int], mode: int) -> None:
    pages: list[list[Said]] = [[("a", f"{i} {k}") for k in range(counts[i % 2])] for i in range(12)]
    assert mode == mode_of(pages, "a")


@pytest.mark.parametrize(("n", "mode"), [(20, BY_RANK), (30, BY_PLACE)])
def test_two_dozen_texts_of_a_place_are_told_apart_by_rank(n: int, mode: int) -> None:
    pages: list[list[Said]] = [[("a", f"{i} {k}") for k in range(n)] for i in range(6)]
    assert mode == mode_of(pages, "a")


@pytest.mark.parametrize(("n", "one_column"), [(1, True), (2, False)])
def test_a_label_at_two_places_that_hardly_meet_is_one_column(n: int, one_column: bool) -> None:
    pages: list[list[Said]] = []
    for i in range(50):
        pages.append([])
        for place in "ab":
            if i < n or (i % 2 == 0) == (place == "a"):
                pages[-1] += [("h", "Maker"), (place, f"{place}{i}")]
    texts = texts_of(pages)
    assert one_column == bool(learn_slots(texts, PARAMS).same)


def worths(columns: dict[str, tuple[str, int]], words: int = 1) -> list[float]:
    """What slots are worth that begin with a mark and stand on so many of twenty pages."""
    pages: list[list[Said]] = [
        [(at, f"{mark}{at} {i}") for at, (mark, n) in columns.items() if i < n] for i in range(20)
    ]
    texts = texts_of(pages, words)
    found = worth_of(Placed(texts, learn_slots(texts, PARAMS), PARAMS), PARAMS)
    by_slot = dict(zip(found.slot.tolist(), found.value.tolist(), strict=True))
    return [by_slot[number_of(at)] for at in columns]


@pytest.mark.parametrize(("n", "plain_first"), [(12, True), (10, False)])
def test_a_link_loses_seven_tenths(n: int, plain_first: bool) -> None:
    link, plain = worths({"a": (">", 20), "b": ("", n)})
    assert plain_first == (plain > link)


@pytest.mark.parametrize(("n", "title_first"), [(11, True), (9, False)])
def test_what_the_title_says_is_worth_four_times_as_much(n: int, title_first: bool) -> None:
    title, plain = worths({"a": ("=", n), "b": ("", 20)})
    assert title_first == (title > plain)


@pytest.mark.parametrize(("n", "short_first"), [(16, True), (14, False)])
def test_eight_words_are_worth_half_of_a_short_text(n: int, short_first: bool) -> None:
    long, short = worths({"a": ("+", 20), "b": ("", n)}, words=8)
    assert short_first == (short > long)


@pytest.mark.parametrize(("further", "n_words", "reached"), [(4.9, 75, True), (4.0, 80, False)])
def test_a_share_of_the_worth_pays_for_about_twice_that_share_of_the_words(
    further: float, n_words: int, reached: bool
) -> None:
    """A second value behind a text of so many words in a hundred."""
    worth = np.array([10.0 - further, 0.0, further, 0.0])
    words = np.array([1, n_words - 1, 1, 99 - n_words])
    _, stop = best_stretch(worth, words, np.arange(4), PARAMS.price)
    assert reached == (stop == 3)


def page_with_a_note(number: int, n_words: int) -> TagTree:
    """Values, fifteen words that all pages say, and so many of the page's own in another place."""
    note = " ".join(f"w{number}x{i}" for i in range(n_words))
    tag = "abbr b cite code dfn em i kbd q s u var".split()[number]  # a path that one page has
    return parse(
        f"<title>Name {number}0</title><div id=main><p>All this</p><h1>Name {number}0</h1>"
        f"<dl><dt>Year<dd>19{number}1<dt>Maker<dd>Ann {number}</dl><p>{'we sell it ' * 5}</p>"
        f"<div><{tag}>{note}</{tag}></div>"
        f"<p>{'back to top ' * 30}</p></div>".encode()
    )


@pytest.mark.parametrize(("n_words", "reached"), [(3, False), (5, True)])
def test_an_article_goes_on_behind_four_words_of_the_frame_for_one_of_its_own(
    n_words: int, reached: bool
) -> None:
    trees = [page_with_a_note(number, n_words) for number in range(12)]
    table = KindTable()
    for number, tree in enumerate(trees):
        table.fold(str(number), page_row(tree))
    template = learn_template(table)
    item = read_item(trees[3], template)
    assert item is not None
    assert reached == ("w3x0" in trees[3].visible(*item.article))
