"""What a published model knows is not searched for again, and a search would say the same."""

from __future__ import annotations

from urllib.parse import quote_plus

import pytest

from upwell.models.pagelets import PageletReading, learn
from upwell.models.pagelets.content.related_searches import asking_links
from upwell.models.pagelets.lists.run import Run
from upwell.models.pagelets.model import PageletModel
from upwell.models.pagelets.reading.reader import Reader
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "amber birch cedar delta ebony fern garnet hazel ivory jasper kelp linden".split()


def _page(word: str, n: int, n_beside: int, elsewhere: int = 0) -> TagTree:
    """A list of `n`, so many new words beside it, and as many items in lists of their own."""
    items = [
        f"<li><a href=/{word}/{i}>{word} {word[::-1]}{i}</a> seen near {word}{i}" for i in range(n)
    ]
    others = "".join(f"<ul>{item}</ul>" for item in items[:elsewhere])
    beside = " ".join(f"{word} then{n}{word[::-1]}{i}" for i in range(n_beside))
    page = f"<body><h1>All</h1><div><ul>{''.join(items)}</ul>{others}</div><p>{beside}</p></body>"
    return parse(page.encode())


class _Unsearching(Reader):
    """Fails where the whole page is searched."""

    @property
    def runs(self) -> list[Run]:
        pytest.fail("the whole page was searched")

    def searched(self, published: bool = True) -> PageletReading:
        pytest.fail("a search began")


@pytest.fixture(scope="module")
def model() -> PageletModel:
    """Of a site whose lists hold most of what is new on its pages."""
    return learn([(_page(word, 4 + i % 5, 2), word) for i, word in enumerate(WORDS)]).publish()


@pytest.mark.parametrize("n_beside", [0, 6, 12])
def test_a_list_alone_at_its_place_is_read_without_a_search(
    model: PageletModel, n_beside: int
) -> None:
    """However much of the page's text stands beside it."""
    tree = _page("maple", 6, n_beside)
    found = _Unsearching(tree, model, "maple").reading()
    assert 6 == len(found.objects)
    assert Reader(tree, model, "maple").reading(published=False) == found


@pytest.mark.parametrize("n_beside", [0, 6])
def test_a_search_among_voted_places_finds_what_a_search_of_all_finds(
    model: PageletModel, n_beside: int
) -> None:
    tree = _page("maple", 6, n_beside, elsewhere=3)
    among = _Unsearching(tree, model, "maple").listed_run()
    best = Reader(tree, model, "maple")._best(Reader(tree, model, "maple").runs)
    assert among is not None
    assert best is not None
    assert best.parts == among.parts


def test_a_list_is_not_alone_at_its_place_where_others_begin_there(model: PageletModel) -> None:
    """Half of the objects stand in lists of their own: the parts of one list are not all."""
    reader = Reader(_page("maple", 6, 12, elsewhere=6), model, "maple")
    assert reader.undisputed() is None
    assert reader.reading() == Reader(reader.tree, model, "maple").reading(published=False)


@pytest.mark.parametrize(
    ("form", "asks", "told"),
    [
        ("<form><input name=q></form>", True, True),  # the tree says whose the input is
        ("<form id=f></form><input form=f name=q>", True, False),  # only the form does
        ("<input name=q>", False, False),  # it is no form's
        ("<form><input name=q type=hidden></form>", False, False),  # nobody types into it
        ("<form><input name=r></form>", False, True),  # no input is called so
    ],
)
def test_forms_are_read_only_where_the_tree_leaves_them_open(
    form: str, asks: bool, told: bool
) -> None:
    tree = parse(f"{form}<a href='?q=sea+wolf'>sea wolf</a>".encode())
    assert asks == bool(list(asking_links(tree, "sea")))
    assert told == ("forms" not in vars(tree))


@pytest.mark.parametrize("query", [None, "amber"])
def test_a_word_in_the_search_field_is_no_question(query: str | None) -> None:
    """A site whose pages came without queries is not asked, whatever its field holds."""
    tree = parse(b"<form action=/s><input type=text name=q value=amber></form><p>amber and more")
    voted = learn([(tree, query), (tree, query)]).counts.votes.table()
    assert tree.echo == "amber"
    assert (query is not None) == (voted.n_asked > 0)


@pytest.mark.parametrize(
    ("address", "expected"),
    [("/maple/new", 7), ("http://buy.example/?c=4", 6), ("/sale", 6)],
)
def test_a_row_of_other_markup_is_a_record_if_it_leads_where_records_lead(
    address: str, expected: int
) -> None:
    """A record that is set off, an advertisement of another host, a banner of the site's own."""

    def table(word: str, n: int, row: str) -> TagTree:
        said = [
            f"<tr class=r><td class=t><a href=/{word}/{i}>{word} {word[::-1]}{i}</a>"
            f"<td class=p>seen near {word}{i}"
            for i in range(n)
        ]
        rows = "".join([*said[:2], row, *said[2:]])
        return parse(f"<body><h1>All</h1><table class=l>{rows}</table><p>of one".encode())

    def set_off(word: str, to: str) -> str:
        return f"<tr class=big><td colspan=2><a href={to}>{word} {word[::-1]} for all</a>"

    rows = [set_off(word, address.replace("maple", word)) for word in WORDS]
    pages = [
        (table(word, 4 + i % 5, row if i % 3 == 0 else ""), word)
        for i, (word, row) in enumerate(zip(WORDS, rows, strict=True))
    ]
    page = table("maple", 6, set_off("maple", address))
    assert expected == len(Reader(page, learn(pages).publish(), "maple").reading().objects)


@pytest.mark.parametrize(
    ("charset", "page"),
    [("shift_jis", "utf-8"), ("", "shift_jis")],
    ids=["the form's", "the page's"],
)
def test_a_link_that_asks_on_is_one_in_whatever_encoding_it_is_sent(
    charset: str, page: str
) -> None:
    """A form may be sent in another encoding than its page has."""
    word, more = (quote_plus(text, encoding="shift_jis") for text in ("石", "石文学"))
    html = (
        f'<form accept-charset="{charset}"><input name=q></form>'
        f"<a href='/s?q={more}'>石文学</a><a href='/s?q={word}'>石</a><a href='/r/{more}'>石</a>"
    )
    tree = parse(html.encode(page), f"text/html; charset={page}")
    assert ["石文学"] == [tree.visible(*bounds) for bounds in asking_links(tree, "石")]
