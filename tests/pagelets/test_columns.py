"""Laws of columns: aligned, named by evidence, and the same on every page once they are known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.pagelets import PageletLearner, Span, Template, Templates, fields, observe
from upwell.models.pagelets.fields.alignment import Key, Spot, Star, aligned
from upwell.models.pagelets.fields.cells import Cell
from upwell.models.pagelets.fields.columns import seen_templates
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "amber birch cedar delta ember fjord grove haven inlet jetty knoll larch".split()


def page(records: list[str], tag: str = "li") -> tuple[TagTree, list[Span]]:
    """A page with these records, and where they are."""
    tree = parse(f"<body><ul>{''.join(records)}</ul>".encode(), url="http://a.example/")
    at = [u for u in range(tree.n) if tree.tag[u] == tag]
    return tree, [Span(u, int(tree.end[u]), 0) for u in at]


def read(records: list[str], tag: str = "li") -> list[dict[str, str]]:
    tree, spans = page(records, tag)
    return fields(tree, spans)


def columns(rows: list[dict[str, str]], name: str) -> list[str | None]:
    return [row.get(name) for row in rows]


def test_what_is_left_out_in_the_middle_does_not_shift_what_follows() -> None:
    rows = read(
        [
            f"<li><b>{w}</b><i>{n} March 2021</i><p><i>{w} street {n}</i></p><i>{n}.50 $</i></li>"
            if n != 2
            else f"<li><b>{w}</b><i>{n} March 2021</i><p></p><i>{n}.50 $</i></li>"
            for n, w in enumerate(WORDS[:5], 1)
        ]
    )
    assert [f"{n}.50 $" for n in range(1, 6)] == columns(rows, "price")
    assert [f"{n} March 2021" for n in range(1, 6)] == columns(rows, "date")


def alike(n: int) -> str:
    """A date, a town and a price at one place; every second object lacks the town."""
    town = f"<i>{WORDS[n]} town</i>" if n % 2 else ""
    return f"<li><b>{WORDS[n]} {n}</b><i>{n + 1} March 2021</i>{town}<i>{n}.50 $</i></li>"


def test_equals_at_one_place_are_told_apart_by_what_they_are() -> None:
    records = [alike(n) for n in range(8)]
    templates = known(records).publish()
    for rows in (read(records), fields(*page(records), templates)):
        assert [f"{n}.50 $" for n in range(8)] == columns(rows, "price")
        assert [f"{n + 1} March 2021" for n in range(8)] == columns(rows, "date")


def test_an_empty_cell_of_a_table_leaves_its_column_empty() -> None:
    rows = read(
        [
            f"<tr><td>{w}</td><td>{'' if n == 2 else f'town {n}'}</td><td>{w} {n}</td></tr>"
            for n, w in enumerate(WORDS[:5], 1)
        ],
        "tr",
    )
    assert ["town 1", None, "town 3", "town 4", "town 5"] == columns(rows, "f2")
    assert [f"{w} {n}" for n, w in enumerate(WORDS[:5], 1)] == columns(rows, "f3")


@given(st.lists(st.booleans(), min_size=6, max_size=6), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_aligned_cells_keep_their_order_and_their_places(held: list[bool], seed: int) -> None:
    """Whatever is left out of an object, its cells fall on distinct columns in their order."""
    places = [(seed * 7 + i * i) % 3 for i in range(6)]
    ranks = [places[:i].count(place) for i, place in enumerate(places)]
    star = Star(
        [Spot(Key(p, r), i % 3) for i, (p, r) in enumerate(zip(places, ranks, strict=True))]
    )
    texts = ("word", "3 $", "2021-03-04")
    row = [Cell(i, places[i], "", texts[i % 3]) for i in range(6) if held[i]]
    found = aligned(row, star)
    order = [spot.key for spot in star.spots]
    assert [cell.place for cell in row] == [key.place for key in found]
    assert len(set(found)) == len(found)
    at = [order.index(key) for key in found if key in order]
    assert at == sorted(at)


@pytest.mark.parametrize(
    ("record", "name", "value"),
    [
        # what stands beside the value, what its column is called
        ("<dl><dt>Author</dt><dd>{w} Lee</dd></dl>", "author", "ember Lee"),
        ("<b>Hours a week:</b> <span>{n}</span>", "hours_a_week", "5"),
        ("<p>Größe: {n} cm</p>", "größe", "5 cm"),
        ("<p><b>Fits</b>: {w} {n}</p>", "fits", "ember 5"),
        ("<p><span>著者：</span><b>{w}</b></p>", "著者", "ember"),
        ("<p itemprop=datePublished>{n} May 2020</p>", "date_published", "5 May 2020"),
        ("<h3><a itemprop=url href=/{n}><b itemprop=name>{w}</b></a></h3>", "title", "ember"),
        ("<p itemprop=author><b itemprop=name>{w}</b></p>", "author", "ember"),
        ("<em>Published by</em><span>{w} Press</span>", "published_by", "ember Press"),
        ("<p>{n}.5/10</p>", "rating", "5.5/10"),
        ("<p>Nov. 20, 2026, 4:1{n} a.m.</p>", "date", "Nov. 20, 2026, 4:15 a.m."),
        ("<p>http://a.example/{w}</p>", "f1", "http://a.example/ember"),
    ],
)
def test_what_the_page_says_of_a_value_names_its_column(record: str, name: str, value: str) -> None:
    records = [f"<li>{record.format(n=n, w=w)}</li>" for n, w in enumerate(WORDS[:8], 1)]
    assert value == read(records)[4].get(name)


def test_labels_without_a_mark_recur_before_values_that_vary() -> None:
    records = [
        f"<li><div><i>Rooms</i> <b>{n}</b></div><div><i>Rent</i> <b>{n * 7} a month</b></div>"
        + (f"<div><i>Garden</i> <b>{w}</b></div>" if n % 2 else "")
        + f"<div><i>Town</i> <b>{w} {n}</b></div></li>"
        for n, w in enumerate(WORDS, 1)
    ]
    assert {"rooms": "2", "rent": "14 a month", "town": "birch 2"} == read(records)[1]


def test_the_head_of_a_table_names_its_columns() -> None:
    head = "<tr><th>Town</th><th>Next train</th></tr>"
    body = "".join(f"<tr><td>{w}</td><td>{n}:15</td></tr>" for n, w in enumerate(WORDS, 1))
    tree = parse(f"<table>{head}{body}</table>".encode())
    rows = [u for u in range(tree.n) if tree.tag[u] == "tr"][1:]
    found = fields(tree, [Span(u, int(tree.end[u]), 0) for u in rows])
    assert {"town": "cedar", "next_train": "3:15"} == found[2]


def test_what_stands_under_a_head_is_a_value_though_all_rows_say_it_unless_it_is_a_link() -> None:
    """The first pages of a list by state show one state; what can be done with a row is none."""
    head = "<tr><th>Town</th><th>State</th><th>Action</th></tr>"
    does = "<td>open</td><td><a href='/edit/{w}'>Edit</a></td>"
    body = "".join(f"<tr><td>{w}</td>{does.format(w=w)}</tr>" for w in WORDS)
    tree = parse(f"<table>{head}{body}</table>".encode())
    rows = [u for u in range(tree.n) if tree.tag[u] == "tr"][1:]
    found = fields(tree, [Span(u, int(tree.end[u]), 0) for u in rows])
    assert ("cedar", "open") == (found[2].get("town"), found[2].get("state"))
    assert "Edit" not in found[2].values()


COLUMNS = {"Nr": "{n}", "Title": "<a href=/b/{n}>{w} {n}</a>", "Actor": "{w}ing", "State": "on {w}"}


def table(
    names: list[str], start: int, made: str = "{}", cell: str = "<td>"
) -> tuple[TagTree, list[Span]]:
    """A page of a table that has these columns."""
    head = "".join(f"<th>{made.format(name)}</th>" for name in names)
    rows = "".join(
        "".join(f"{cell}{COLUMNS[name].format(n=n, w=WORDS[n % 12])}</td>" for name in names).join(
            ("<tr>", "</tr>")
        )
        for n in range(start, start + 8)
    )
    tree = parse(f"<table><tr>{head}</tr>{rows}</table>".encode(), url="http://a.example/")
    at = [u for u in range(tree.n) if tree.tag[u] == "tr"][1:]
    return tree, [Span(u, int(tree.end[u]), 0) for u in at]


@pytest.mark.parametrize("cell", ["<td>", "<td class=lone>"])
@pytest.mark.parametrize("other", [["Title", "State"], ["State", "Nr", "Title"]])
def test_a_column_is_the_one_that_its_head_says_in_whatever_view_of_the_table(
    other: list[str], cell: str
) -> None:
    templates = Templates()
    for pages in range(3):
        templates.fold(seen_templates(*table(list(COLUMNS), 8 * pages, f"{{}} ({pages})")))
        templates.fold(seen_templates(*table(other, 100 + 8 * pages, cell=cell)))
    known = templates.publish()
    for names, made in ((list(COLUMNS), "<td>"), (other, cell)):
        (row, *_) = fields(*table(names, 40, cell=made), known)
        assert {name.lower() for name in names} == {*row} - {"link"}
        assert "on ember" == row["state"]


def test_a_second_text_of_a_cell_is_a_column_of_its_own() -> None:
    head = "<tr><th>Town</th><th>Ferry</th></tr>"
    cell = "<td><b>{w}</b><i class=county>{w} shire</i></td><td>{n}:15</td>"
    body = "".join(f"<tr>{cell.format(w=w, n=n)}</tr>" for n, w in enumerate(WORDS, 1))
    tree = parse(f"<table>{head}{body}</table>".encode())
    rows = [u for u in range(tree.n) if tree.tag[u] == "tr"][1:]
    found = fields(tree, [Span(u, int(tree.end[u]), 0) for u in rows])
    assert {"town": "cedar", "county": "cedar shire", "ferry": "3:15"} == found[2]


def test_a_word_that_is_set_off_in_a_sentence_does_not_cut_it() -> None:
    rows = read(
        [
            f"<li><h3><a href=/{n}>A <b>grey</b> {w} of {n} hills</a></h3></li>"
            for n, w in enumerate(WORDS, 1)
        ]
    )
    assert "A grey delta of 4 hills" == rows[3]["title"]


def test_items_whose_number_varies_are_one_value() -> None:
    records = [
        f"<div><h4>{w}</h4><ol>{''.join(f'<li>{v}</li>' for v in WORDS[: n % 4 + 1])}</ol></div>"
        for n, w in enumerate(WORDS)
    ]
    assert "amber birch cedar" == read(records, "div")[2]["f1"]


def test_a_linked_heading_is_the_title_although_a_link_stands_before_it() -> None:
    records = [
        f"<li><a href=/by/{w}>{w} & co</a><h3><a href=/item/{n}>Thing of {w}</a></h3></li>"
        for n, w in enumerate(WORDS)
    ]
    assert ("Thing of amber", "http://a.example/item/0") == (
        read(records)[0]["title"], read(records)[0]["link"],
    )  # fmt: skip


def test_pictures_are_fields_unless_all_objects_have_the_same() -> None:
    for source, expected in (("/{n}.jpg", "http://a.example/3.jpg"), ("/dot.gif", None)):
        records = [f"<li><img src={source.format(n=n)}>{w}</li>" for n, w in enumerate(WORDS)]
        assert expected == read(records)[3].get("image")


def record(n: int, sale: bool = False) -> str:
    w = WORDS[n % len(WORDS)]
    was = f"<s class=was>{n + 9}.00 €</s>" if sale else ""
    return (
        f"<li><h3><a href=/i/{n}>{w} {n}</a></h3>{was}<b class=now>{n}.00 €</b><i>{w} town</i></li>"
    )


def known(*batches: list[str]) -> Templates:
    templates = Templates()
    for batch in batches:
        templates.fold(seen_templates(*page(batch)))
    return templates


def test_a_column_has_its_name_on_a_page_of_one_object_too() -> None:
    templates = known([record(n, sale=n % 2 == 0) for n in range(10)]).publish()
    for n in (3, 4):
        tree, spans = page([record(n, sale=n == 4)])
        (row,) = fields(tree, spans, templates)
        assert f"{n}.00 €" == row["price"]
        assert ("13.00 €" if n == 4 else None) == row.get("price_old")


def test_a_name_is_never_taken_back() -> None:
    """What was published first stays; a column that comes later gets a name of its own."""
    templates = known([record(n) for n in range(10)])
    first = {c.place: c.name for c in templates.publish()[0].columns}
    for _ in range(3):
        templates.fold(seen_templates(*page([record(n, sale=True) for n in range(10)])))
    later = {c.place: c.name for c in templates.publish()[0].columns}
    assert first.items() <= later.items()
    assert ["price_old"] == [name for place, name in later.items() if place not in first]


def test_what_was_a_label_is_a_column_once_it_varies() -> None:
    stock = "<u>in stock</u></li>"
    templates = known([record(n).replace("</li>", stock) for n in range(6)])
    before = {c.name for c in templates.publish()[0].columns}
    sold = [record(n).replace("</li>", "<u>sold out</u></li>") for n in range(6)]
    templates.fold(seen_templates(*page(sold)))
    assert {"f2"} == {c.name for c in templates.publish()[0].columns} - before


def test_freezing_names_nothing_and_publishing_twice_changes_nothing() -> None:
    templates = known([record(n) for n in range(10)])
    assert {""} == {c.name for c in templates.frozen()[0].columns}
    assert templates.publish() == templates.publish() == templates.frozen()


def test_templates_survive_their_encoding_and_go_on() -> None:
    rooms = [
        f"<li><div><i>Rooms</i> <b>{n}</b></div><div><i>Town</i> <b>{w}</b></div></li>"
        for n, w in enumerate(WORDS[:2])
    ]
    templates = known([record(n) for n in range(10)], rooms[:1], rooms[1:])
    templates.publish()
    again = Templates()
    again.load(templates.encode())
    assert templates.rows == again.rows
    for one in (templates, again):
        one.fold(seen_templates(*page([record(n, sale=True) for n in range(8)])))
    assert templates.encode() == again.encode()
    assert templates.publish() == again.publish()


def test_two_objects_do_not_make_a_template() -> None:
    """Of two objects nobody knows what is a label: they are read by themselves."""
    assert not known([record(1), record(2)]).publish()[0].is_named


def test_columns_and_templates_stay_bounded() -> None:
    templates = Templates()
    for n in range(40):
        cells = "".join(
            f"<p class=c{chr(97 + n % 26)}{chr(97 + i % 26)}{i}x{'y' * (i // 26)}>{i}"
            for i in range(120)
        )
        tree = parse(f"<div class=a{'b' * n}><ul><li>{cells}</ul></div>".encode())
        at = tree.tag.index("li")
        templates.fold(seen_templates(tree, [Span(at, int(tree.end[at]), 0)]))
        assert len(templates.rows) <= 16
        assert all(len(row.order) == len(row.columns) <= 96 for row in templates.rows.values())


def test_a_state_without_templates_is_an_older_one_and_is_read() -> None:
    learner = PageletLearner()
    learner.fold(observe(parse(b"<p>a page of some words")))
    learner.counts.templates.load(b"")
    assert () == learner.publish().templates
    assert learner.encode() == PageletLearner.decode(learner.encode()).encode()


def test_an_unknown_labelled_value_is_called_by_its_label() -> None:
    templates = known([record(n) for n in range(10)]).publish()
    tree, spans = page([record(3).replace("</li>", "<p><u>Seller:</u> <em>Ann</em></p></li>")])
    assert "Ann" == fields(tree, spans, templates)[0]["seller"]


def test_objects_of_another_template_are_compared_with_each_other() -> None:
    strange: tuple[Template, ...] = (Template(1),)
    tree, spans = page([record(n) for n in range(6)])
    assert fields(tree, spans) == fields(tree, spans, strange)


def test_a_heading_of_one_cell_names_no_column() -> None:
    """`<th colspan=2>talks</th>` above rows is their group, not the head of their dates."""
    rows = [f"<tr><td>{n} May</td><td><a href=/{n}>{w}</a></td></tr>" for n, w in enumerate(WORDS)]
    tree = parse(f"<table><tr><th colspan=2>talks</th></tr>{''.join(rows)}</table>".encode())
    spans = [Span(u, int(tree.end[u]), 0) for u in range(tree.n) if tree.tag[u] == "tr"][1:]
    assert not any("talks" in row for row in fields(tree, spans))
