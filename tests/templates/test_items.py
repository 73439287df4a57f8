"""Pages about one thing: a stretch that holds their values, columns with names of their own."""

from __future__ import annotations

import pytest

from upwell.models.templates import Item, KindTable, learn_template, page_row, read_item
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

NAMES = "Otter Wolf Heron Badger Marten Salmon Kestrel Plover Newt Adder Shrew Vole".split()


def page_of(number: int, related: int = 6) -> TagTree:
    """A record's own page between a menu and a box of related ones."""
    name = NAMES[number]
    boxes = "".join(
        f"<li><a href=/r{i}>{NAMES[(number * 5 + i * 3) % 12]} in the long grass of a far hill</a>"
        for i in range(related)
    )
    return parse(
        f"<title>{name} | The Register</title><ul class=menu><li><a href=/>Home</a>"
        f"<li><a href=/about>About this register</a></ul><div id=main><h1>{name}</h1>"
        f"<dl><dt>Seen in</dt><dd>{1900 + number}</dd><dt>Keeper:</dt><dd>Ann {number}</dd></dl>"
        f"<p>Weight <b>{number},5 kg</b></p><span class=permit-no>P-{number}77</span></div>"
        f"<ul class=related>{boxes}</ul><p class=foot>All rights of the register are kept"
        " by those who wrote it".encode()
    )


def items() -> list[tuple[TagTree, Item]]:
    """All pages, read with what all of them teach."""
    return read_all([page_of(number) for number in range(12)])


def read_all(trees: list[TagTree]) -> list[tuple[TagTree, Item]]:
    """Pages, read with what all of them teach."""
    table = KindTable()
    for number, tree in enumerate(trees):
        table.fold(str(number), page_row(tree))
    template = learn_template(KindTable.decode(table.encode()))
    read = [(tree, read_item(tree, template)) for tree in trees]
    return [(tree, item) for tree, item in read if item is not None]


def test_columns_are_called_what_the_page_calls_them() -> None:
    found = [item.fields for _, item in items()]
    assert 12 == len(found)
    for number, fields in enumerate(found):
        assert NAMES[number] == fields["title"]
        assert str(1900 + number) == fields["seen_in"]
        assert f"Ann {number}" == fields["keeper"]
        assert f"{number},5 kg" == fields["weight"]
        assert f"P-{number}77" == fields["permit_no"]


def test_the_stretch_holds_the_values_and_neither_menu_nor_related() -> None:
    for number, (tree, item) in enumerate(items()):
        text = tree.visible(*item.values)
        assert text.startswith(NAMES[number])
        assert text.endswith(f"P-{number}77")


def test_the_article_is_one_element_around_the_stretch() -> None:
    for tree, item in items():
        assert tree.attributes[item.article.start] == {"id": "main"}
        assert item.article.start <= item.values.start < item.values.stop <= item.article.stop


def in_a_trail(number: int) -> TagTree:
    """A record's own page with a trail that repeats its title, and further links as a box."""
    name = NAMES[number]
    others = "".join(f"<li><a href=/r{i}>{NAMES[(number + i) % 12]} {i}</a>" for i in range(1, 6))
    return parse(
        f"<title>{name} | The Register</title><p>Path: <a href=/>Home</a> &rsaquo; {name}</p>"
        f"<div><h2>{name}</h2><dl><dt>Seen in</dt><dd>{1900 + number}</dd><dt>Keeper</dt>"
        f"<dd>Ann {number}</dd></dl><p>Drawn up on the {number}th day by hand {number * 7} of them"
        "<p>This is also shown at the station</div>"
        f"<h3>More like this</h3><ol>{others}</ol>".encode()
    )


def test_what_a_trail_repeats_and_links_in_a_row_are_no_part_of_the_values() -> None:
    trees = [in_a_trail(number) for number in range(12)]
    table = KindTable()
    for number, tree in enumerate(trees):
        table.fold(str(number), page_row(tree))
    template = learn_template(table)
    for number, tree in enumerate(trees):
        item = read_item(tree, template)
        assert item is not None
        assert tree.visible(*item.values).startswith(f"{NAMES[number]} Seen in")
        assert "More like this" not in tree.visible(*item.values)
        assert tree.visible(*item.article).endswith("This is also shown at the station")


def test_a_page_that_says_nothing_of_its_kind_is_no_item() -> None:
    trees = [page_of(number) for number in range(12)]
    table = KindTable()
    for number, tree in enumerate(trees):
        table.fold(str(number), page_row(tree))
    assert read_item(parse(b"<p>nothing here"), learn_template(table)) is None


@pytest.mark.parametrize("classes", ["", " class=c{i}"])
@pytest.mark.parametrize("menu", ["", "<p>Main room"])
def test_a_record_as_a_row_below_heads_has_their_names(classes: str, menu: str) -> None:
    """What stands before its first value is the head of the last column."""
    heads = "".join(f"<th>{name}</th>" for name in ("Nr", "Species", "Seen in", "Keeper"))
    trees = []
    for number, name in enumerate(NAMES):
        said = (f"{number}31", name, f"{1900 + number}", f"Ann {number}")
        cells = "".join(f"<td{classes.format(i=i)}>{text}</td>" for i, text in enumerate(said))
        table = f"<table><tr>{heads}</tr><tr>{cells}</tr></table>"
        trees.append(parse(f"<title>{name}</title>{menu}<h2>Record</h2>{table}<p>Foot".encode()))
    kind = KindTable()
    for number, tree in enumerate(trees):
        kind.fold(str(number), page_row(tree))
    template = learn_template(KindTable.decode(kind.encode()))
    for number, tree in enumerate(trees):
        item = read_item(tree, template)
        assert item is not None
        assert {
            "nr": f"{number}31", "seen_in": f"{1900 + number}", "keeper": f"Ann {number}"
        }.items() <= item.fields.items()  # fmt: skip


def test_what_holds_nothing_but_the_values_of_a_column_names_it() -> None:
    """Where their own class is that of any button, and no word; ids of records name nothing."""
    page = (
        "<title>{name} | The Register</title><h1>{name}</h1><p id=row-{n}>Seen in <b>{y}</b></p>"
        "<div class=tags><p><a class='btn btn-xs btn-info' href=/t/{n}>Tag {n}</a>"
        " <a class='btn btn-xs btn-info' href=/t/{y}>Tag {y}</a></p></div>"
        "<p class=lead>Kept by <i id=keeper-{n}>Ann {n}</i> and many others of {y}</p>"
    )
    trees = [
        parse(page.format(name=name, n=n, y=1900 + n).encode(), url=f"http://a.example/{n}")
        for n, name in enumerate(NAMES)
    ]
    fields = [item.fields for _, item in read_all(trees)]
    assert "Tag 3" == fields[3]["tags"]
    assert not any("btn" in name or "_3" in name for name in fields[3])
