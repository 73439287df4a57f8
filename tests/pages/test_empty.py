"""Empty pages, on made-up sites that fail as the paper's own two do."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.pages.content import content_signature, hashed_terms, jaccard
from upwell.models.pages.empty import EmptyModel, EmptyPages, EmptyParams

MENU = "home search help login about contact cart terms privacy jobs press".split()
MESSAGE = "sorry your search returned no items please check spelling and try again".split()
BRANDS = [f"brand{i}" for i in range(150)]
ITEMS = [f"word{i}" for i in range(3000)]

Pages = list[tuple[list[str], bool]]  # (terms, whether empty)


def answer(draw: random.Random, n_items: int, kind: str) -> list[str]:
    """Terms of an answer with so many items."""
    items = [word for _ in range(n_items) for word in draw.sample(ITEMS, 12)]
    padding = [word for _ in range(6) for word in draw.sample(ITEMS, 12)]
    terms = MENU + (items or MESSAGE)
    if kind == "brands":
        terms = terms + BRANDS
    if kind == "padded" and not n_items:
        terms = terms + "popular now".split() + padding
    return terms


def site(kind: str, share_empty: float = 0.4, seed: int = 0) -> tuple[EmptyPages, Pages]:
    """(learner, [(terms, whether empty)] of new pages)."""
    draw = random.Random(seed)
    pages = EmptyPages()
    for i in range(10):
        query = [f"zzyq{i}"]
        pages.fold(answer(draw, 0, kind) + query * 2, query=query, nonsense=True)
    sizes = [0 if draw.random() < share_empty else draw.randint(1, 12) for _ in range(160)]
    for n in sizes[:60]:
        pages.fold(answer(draw, n, kind))
    return pages, [(answer(draw, n, kind), n == 0) for n in sizes[60:]]


def rates(model: EmptyModel, pages: Pages) -> tuple[float, float, float, float]:
    """Precision and recall of the non-empty class, then of the empty one."""
    said = [(model.is_empty(terms).empty, empty) for terms, empty in pages]

    def of(what: bool) -> tuple[float, float]:
        right = sum(s == e == what for s, e in said)
        predicted, true = sum(s == what for s, _ in said), sum(e == what for _, e in said)
        return right / max(1, predicted), right / max(1, true)

    return (*of(False), *of(True))


@pytest.mark.parametrize("kind", ["plain", "brands", "padded"])
@pytest.mark.parametrize("share_empty", [0.0, 0.4, 0.8])
def test_empty_pages_are_told_on_sites_of_every_kind(kind: str, share_empty: float) -> None:
    """Plain sites, a long list of brands on every page, popular items in place of results."""
    pages, new = site(kind, share_empty)
    expected = (1.0, 1.0, 1.0, 1.0) if share_empty else (1.0, 1.0, 0.0, 0.0)
    assert expected == rates(pages.publish(), new)


@pytest.mark.parametrize("kind", ["brands", "padded"])
def test_the_papers_form_fails_where_the_paper_says_it_does(kind: str) -> None:
    """Brands cost recall of pages with entities, padding costs recall of empty ones."""
    pages, new = site(kind)
    _, recall_full, _, recall_empty = rates(pages.publish(EmptyParams(form="signature")), new)
    assert (recall_full if kind == "brands" else recall_empty) < 0.9


def test_the_papers_form_holds_on_a_plain_site() -> None:
    """One threshold, .85, separates pages that say the same from pages that do not."""
    pages, new = site("plain")
    assert rates(pages.publish(EmptyParams(form="signature")), new) == (1.0, 1.0, 1.0, 1.0)


def test_a_site_without_background_pages_has_no_empty_pages() -> None:
    """Nothing is judged before the nonsense queries were answered."""
    pages = EmptyPages()
    pages.fold(MENU)
    assert pages.publish().is_empty(MENU) == (False, 0.0)


def test_without_ordinary_pages_the_papers_form_is_used() -> None:
    """A message can only be told from a menu when there are answers to compare."""
    pages = EmptyPages()
    for i in range(5):
        pages.fold([*MENU, *MESSAGE, f"q{i}"], query=[f"q{i}"], nonsense=True)
    model = pages.publish()
    assert model.form == "signature"
    assert model.is_empty(MENU + MESSAGE).empty
    assert not model.is_empty(ITEMS[:80]).empty


def test_one_answer_to_nonsense_tells_the_next_by_their_message() -> None:
    """Half of what it says is what was offered instead, and on the next page it is something else;
    a short answer that has some of the same is none."""
    draw = random.Random(3)
    instead = [word for _ in range(3) for word in draw.sample(ITEMS, 12)]
    pages = EmptyPages()
    pages.fold(MENU + MESSAGE + instead[:9], query=["zzyq"], nonsense=True)
    for n in (4, 7, 2, 9, 5):
        pages.fold(answer(draw, n, "plain"))
    model = pages.publish()
    assert model.is_empty(MENU + MESSAGE + instead[9:18]).empty
    assert not model.is_empty(MENU + instead[:5] + instead[18:30]).empty


def test_the_query_on_the_page_is_not_part_of_what_it_says() -> None:
    """An empty page is empty whatever was asked."""
    pages, _ = site("plain")
    model = pages.publish()
    assert model.is_empty(MENU + MESSAGE) == model.is_empty(
        [*MENU, *MESSAGE, "unheard", "unheard"], query=["unheard"]
    )


def test_one_nonsense_query_with_results_does_no_harm() -> None:
    """The paper asks ten for this reason."""
    pages, new = site("plain")
    pages.fold(answer(random.Random(9), 5, "plain"), nonsense=True)
    assert rates(pages.publish(), new) == (1.0, 1.0, 1.0, 1.0)


def test_long_pages_are_judged_by_all_their_terms() -> None:
    """The cap on held terms does not hide the message on a page of many words."""
    pages, _ = site("plain")
    assert pages.publish().is_empty(MENU + MESSAGE + ITEMS[:2000]).empty


def test_order_and_repetition_of_pages_change_nothing() -> None:
    """The learner is a function of the set of pages."""
    draw = random.Random(7)
    folded = [(answer(draw, n % 3, "plain"), n % 4 == 0) for n in range(40)]
    bytes_of = []
    for seed in (1, 2):
        random.Random(seed).shuffle(folded)
        pages = EmptyPages()
        for terms, nonsense in [*folded, *folded[:5]]:
            pages.fold(terms, nonsense=nonsense)
        bytes_of.append(pages.publish())
    assert bytes_of[0] == bytes_of[1]


def test_what_is_published_is_always_as_of_now() -> None:
    """After every page it is what a learner that never published before would publish."""
    draw, pages = random.Random(3), EmptyPages()
    for i in range(60):
        pages.fold(answer(draw, i % 4, "plain"), query=[f"q{i}"], nonsense=i % 4 == 0)
        assert EmptyPages.decode(pages.encode()).publish() == pages.publish()


def test_the_state_is_bounded_and_round_trips() -> None:
    """At most 16 and 16 pages of 512 terms, whatever is folded."""
    draw, pages, params = random.Random(1), EmptyPages(), EmptyParams()
    for i in range(200):
        pages.fold(draw.sample(ITEMS, 900), nonsense=i % 2 == 0)
    assert (params.background, params.ordinary) == (len(pages.background), len(pages.ordinary))
    assert params.terms == max(len(page) for page in pages.background.values())
    again = EmptyPages.decode(pages.encode())
    assert pages.encode() == again.encode()
    assert pages.publish() == again.publish()


@given(st.lists(st.sampled_from(MESSAGE), max_size=30))
def test_a_signature_does_not_depend_on_the_order_of_terms(terms: list[str]) -> None:
    """And is all of a short page."""
    page = hashed_terms(terms)
    assert content_signature(page) == content_signature(hashed_terms(sorted(terms)))
    assert set(page) == content_signature(page)


def test_similar_pages_have_similar_signatures() -> None:
    """The Jaccard similarity of signatures is near that of the pages (ENT definition 3)."""
    a, b = ITEMS[:1000], ITEMS[200:1200]
    full = jaccard(frozenset(hashed_terms(a)), frozenset(hashed_terms(b)))
    of_signatures = jaccard(
        content_signature(hashed_terms(a), 400), content_signature(hashed_terms(b), 400)
    )
    assert full == pytest.approx(of_signatures, abs=0.08)


def test_models_are_plain_data() -> None:
    """So that they can be published and read again."""
    model = site("plain")[0].publish()
    assert model == msgspec.json.decode(msgspec.json.encode(model), type=EmptyModel)
