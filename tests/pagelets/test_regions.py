"""What belongs to a region, and what changes with the query and is none."""

from __future__ import annotations

from random import Random

import pytest

from upwell.models.pagelets import (
    PageletLearner,
    PageletModel,
    PageletReading,
    learn,
    observe,
    read,
)
from upwell.models.pagelets.content.place_counts import PlaceCounts
from upwell.models.pagelets.content.rotating import (
    REPEATED,
    ROTATES,
    RotationParams,
    best_lift,
    place_flags,
)
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "otter heron badger stoat weasel curlew plover dunlin avocet teal".split()
PLACES = "marsh fen moor heath dune creek".split()
FORM = "<form action=/find><input name=q></form>"


def _name(word: str, n: int) -> str:
    """Words that no other page has, so that lines differ in more than the query."""
    return f"{PLACES[n % 6]} {word[::-1]}{'abcdefghij'[n]}"


def _tree(body: str) -> TagTree:
    return parse(f"<body>{body}</body>".encode())


def _model(pages: dict[str, str]) -> PageletModel:
    return learn([(_tree(body), query) for query, body in pages.items()]).publish()


def _regions(tree: TagTree, found: PageletReading) -> list[str]:
    return [tree.visible(region.start, region.stop) for region in found.pagelets]


def _objects(tree: TagTree, found: PageletReading) -> list[str]:
    return [tree.visible(span.start, span.stop) for span in found.objects]


def _row(word: str, n: int) -> str:
    return (
        f"<tr><td>{n} May</td><td><a href=/{word}{n}>The {word} of {_name(word, n)}</a>"
        f"</td><td>seen by {_name(word, n + 2)} and {n} people</td></tr>"
    )


def _table(word: str, n: int, above: str = "") -> str:
    rows = "".join(_row(word, i) for i in range(n))
    return f"<h1>Sightings</h1><p>A long list</p><table>{above}{rows}</table><p>All rights kept"


def test_a_box_that_stands_on_pages_of_every_kind_is_beside_the_answer() -> None:
    """Where answers show no word of their query, other pages of the site tell boxes from them."""
    draw = Random(5)

    def lines(n: int, start: str) -> str:
        names = (
            f"{draw.choice(WORDS)} {draw.choice(PLACES)} {draw.random():.9f}" for _ in range(n)
        )
        return "".join(f"<li><a href=/{name[-5:]}>{start} {name}</a> ashore</li>" for name in names)

    def body(main: str) -> str:
        return f"<div class=hot><ul>{lines(6, 'see')}</ul></div><div class=main>{main}</div>"

    learner = PageletLearner()
    asked = [
        (_tree(body(f"<ol>{lines(n % 4 + 2, 'the')}</ol>")), f"word{n}", False) for n in range(14)
    ]
    other = [(_tree(body(f"<p>help number {n}</p>")), None, False) for n in range(5)]
    nonsense = [(_tree(body("<b>nothing</b>")), f"zq{n}", True) for n in range(3)]
    for page in [*asked, *other, *nonsense]:
        learner.fold(observe(*page))
    for i, (tree, query, _) in enumerate(asked):
        learner.fold_vote(learner.vote(tree, query), i, asked=True)
    model = learner.publish()
    tree = asked[0][0]
    assert [tree.visible(r.start, r.stop) for r in read(tree, model, "word0").pagelets] == [
        tree.visible(tree.tag.index("ol"), int(tree.end[tree.tag.index("ol")]))
    ]


TITLES = "<tr><th>Day</th><th>Title</th><th>Witnesses</th></tr>"


@pytest.mark.parametrize("n", [1, 2, 6])
def test_titles_of_columns_belong_to_the_region_and_are_no_object(n: int) -> None:
    """However short the list is."""
    pages = {word: _table(word, 4 + i % 4, TITLES) for i, word in enumerate(WORDS)}
    model = _model(pages)
    tree = _tree(_table("wren", n, TITLES))
    found = read(tree, model, "wren")
    assert [True] == [
        text.startswith("Day Title Witnesses 0 May") for text in _regions(tree, found)
    ]
    assert n == len(found.objects)


def test_a_row_of_one_cell_heads_the_only_group() -> None:
    """With other groups below it or without, it is the group of the rows and in their region."""
    head = "<tr><td colspan=3>{}</td></tr>"
    pages = {word: _table(word, 4, head.format(PLACES[i % 6])) for i, word in enumerate(WORDS)}
    model = _model(pages)
    tree = _tree(_table("wren", 3, head.format("heath")))
    found = read(tree, model, "wren")
    groups = [tree.visible(*span.group) for span in found.objects if span.group]
    assert ["heath"] * 3 == groups
    assert ["heath"] == [text.split()[0] for text in _regions(tree, found)]


def _sections(word: str, sizes: tuple[int, ...]) -> str:
    names = ("Birds", "Mammals", "Fishes", "Snakes")
    sections = (
        f"<section><h3>{name}</h3><ul>"
        + "".join(
            f"<li><a href=/{name}{i}{word}>{word} {_name(word, i)}</a>"
            f" told by {name} {_name(word, i + 1)}</li>"
            for i in range(size)
        )
        + "</ul></section>"
        for name, size in zip(names, sizes, strict=False)
    )
    return f"<h1>Found</h1><div>{''.join(sections)}</div>"


@pytest.mark.parametrize(("sizes", "regions"), [((4, 5), 2), ((4, 4, 4, 4), 1)])
def test_two_lists_with_headings_of_their_own_are_two_regions(
    sizes: tuple[int, ...], regions: int
) -> None:
    """More than three are groups of one."""
    model = _model({word: _sections(word, sizes) for word in WORDS})
    found = read(_tree(_sections("wren", sizes)), model, "wren")
    assert regions == len(found.pagelets)
    assert sum(sizes) == len(found.objects)


def _two_rows(word: str, n: int, mark: str = "") -> str:
    rows = "".join(
        f"<tr{mark}><td><a href=/{word}{i}>{word} {_name(word, i)}</a></td><td>{i} days</td></tr>"
        f"<tr><td colspan=2>kept by the warden of {_name(word, i + 1)}</td></tr>"
        for i in range(n)
    )
    return f"<h1>Sightings</h1><table><tr><th>Title</th><th>Age</th></tr>{rows}</table>"


@pytest.mark.parametrize("mark", ["", " class=main"])
@pytest.mark.parametrize("n", [1, 5, 9])
def test_a_record_of_two_rows_is_one_object(n: int, mark: str) -> None:
    """Though both rows stand at one place of the site, below titles at the same; and where a class
    tells them apart, found by a search too."""
    model = _model({word: _two_rows(word, 4 + i % 5, mark) for i, word in enumerate(WORDS)})
    tree = _tree(_two_rows("wren", n, mark))
    for published in (True, not mark):
        texts = _objects(tree, read(tree, model, "wren", published=published))
        assert [True] * n == ["warden" in text and "days" in text for text in texts]


def _entries(word: str, sizes: list[int]) -> str:
    entries = "".join(
        f"<dt><a href=/{word}{i}>{word} {_name(word, i)}</a></dt>"
        + "".join(f"<dd>{part} {i}{i} in {_name(word, i + 1)}</dd>" for part in PLACES[:size])
        for i, size in enumerate(sizes)
    )
    return f"<h1>Sightings</h1><dl>{entries}</dl><p>All rights kept"


def test_the_last_of_few_records_reaches_as_far_as_records_of_the_site_do() -> None:
    """The shorter record before it does not end it."""
    model = _model(
        {w: _entries(w, [2 + (i + j) % 3 for j in range(4 + i % 4)]) for i, w in enumerate(WORDS)}
    )
    tree = _tree(_entries("wren", [2, 4]))
    texts = _objects(tree, read(tree, model, "wren"))
    assert [False, True] == ["heath 11" in text for text in texts]


def test_a_list_whose_text_is_nearly_all_in_one_part_is_none() -> None:
    """Boxes at the place of a record's table make no list with it."""

    def record(n: int) -> str:
        boxes = "".join(
            f"<table><tr><td><a href=/{i}>{WORDS[(n * 7 + i) % 10]} {n}</a> {i}</td></tr></table>"
            for i in range(4)
        )
        facts = " ".join(_name(word, (n + i) % 10) for i, word in enumerate(WORDS))
        return f"{boxes}<table><tr><td><a href=/p>Plate {n}</a> {facts}</td></tr></table>"

    pages = [(_tree(_table(word, 4 + i % 4)), word) for i, word in enumerate(WORDS)]
    records = [(_tree(record(n)), None) for n in range(8)]
    model = learn([*pages, *records]).publish()
    assert [1] * 8 == [len(read(tree, model).objects) for tree, _ in records]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_box_beside_the_answer_is_told_from_it_where_tables_lay_out_the_page(n: int) -> None:
    """Without a class anywhere, at the path of the records, and on pages without any too."""
    draw = Random(7)

    def laid_out(main: str) -> str:
        boxes = "".join(
            f"<table><tr><td><a href=/go/{i}>{draw.choice(WORDS)} {draw.choice(PLACES)}</a><br>"
            f"from {draw.randint(10, 99)} at {draw.choice(WORDS)}</td></tr></table>"
            for i in range(3)
        )
        return f"<table><tr><td>{main}</td><td>{boxes}</td></tr></table>"

    def hits(word: str, n: int) -> str:
        rows = "".join(
            f"<tr><td><a href=/{word}{i}>The {word} of {_name(word, i)}</a><br>"
            f"{i} by {_name(word, i + 2)}</td></tr>"
            for i in range(n)
        )
        return laid_out(f"<b>Sightings</b><table>{rows}</table>")

    learner = PageletLearner()
    asked = [(_tree(hits(word, 3 + i % 4)), word, False) for i, word in enumerate(WORDS)]
    help_pages = [(_tree(laid_out(f"<p>{TITLES} {i}</p>")), None, False) for i in range(5)]
    nothing = [(_tree(laid_out("<b>Nothing</b>")), f"zq{i}", True) for i in range(3)]
    for page in [*asked, *help_pages, *nothing]:
        learner.fold(observe(*page))
    for i, (tree, query, _) in enumerate(asked):
        learner.fold_vote(learner.vote(tree, query), i, asked=True)
    tree = _tree(hits("wren", n))
    found = read(tree, learner.publish(), "wren")
    assert [True] * n == ["The wren of" in text for text in _objects(tree, found)]
    assert 1 == len(found.pagelets)


def test_a_body_by_page_type_is_no_other_place() -> None:
    """A single match under `body.single` is found where `body.list` has its lists."""

    def page(word: str, n: int, name: str) -> str:
        hits = "".join(
            f"<li><a href=/{word}{i}>{word} {_name(word, i)}</a> near {_name(word, i + 1)}"
            for i in range(n)
        )
        return f"<body class={name}><h1>Found</h1><ul>{hits}</ul>"

    pages = [(parse(page(word, 4, "list").encode()), word) for word in WORDS]
    tree = parse(page("wren", 1, "single").encode())
    found = read(tree, learn(pages).publish(), "wren")
    assert ["wren marsh nerwa near fen nerwb"] == _objects(tree, found)


def _asking(word: str, hits: str) -> str:
    others = "".join(
        f'<li><a href="/find?q={word}+{p}">{word} {p} {word[::-1]}</a>' for p in PLACES
    )
    return f"{FORM}<div id=more><ul>{others}</ul></div><div id=main>{hits}</div>"


def test_links_that_ask_on_are_no_answer() -> None:
    """A box of related searches repeats the query in every line and is no list of results."""
    pages = {
        word: _asking(
            word,
            "".join(f"<p><a href=/{i}{word}>{_name(word, i)}</a> {word}" for i in range(4)),
        )
        for word in WORDS
    }
    tree = _tree(_asking("wren", "<h2>Too long</h2>"))
    assert [] == read(tree, _model(pages), "wren").pagelets


SUBJECTS = "cooking law music painting astronomy travel birds gardening".split()


def test_buttons_that_ask_on_are_no_answer_either() -> None:
    """A form by POST is asked again by buttons, which beside few linked records are many."""

    def page(word: str, n: int) -> str:
        hits = "".join(
            f"<li><h3><a href=/{i}{word}>{_name(word, i)} of {word}</a></h3>"
            f"<p>seen near {_name(word, i + 1)}"
            for i in range(n)
        )
        asking = "".join(f"<div>{word} {of}</div>" for of in Random(word).sample(SUBJECTS, 5))
        return f"{FORM}<ul>{hits}</ul><aside><article><h4>Also</h4>{asking}</article></aside>"

    model = _model({word: page(word, 4 + i % 4) for i, word in enumerate(WORDS)})
    for n in (2, 3, 4):
        tree = _tree(page("wren", n))
        assert n == len(read(tree, model, "wren").objects)


def test_on_a_site_of_lists_an_answer_holds_its_query() -> None:
    """A page asked with a query that shows neither a list nor the query answers nothing."""
    model = _model({word: _table(word, 4 + i % 4) for i, word in enumerate(WORDS)})
    complaint = _tree("<h1>Sorry</h1><div>Nothing like that stands in any of our many old books.")
    record = _tree("<h1>Record</h1><div>The wren was seen at a place that nobody has named before.")
    assert [] == read(complaint, model, "wren").pagelets
    assert 1 == len(read(record, model, "wren").pagelets)


def test_neither_messages_nor_trails_show_how_answers_follow() -> None:
    """A message on few pages and a trail of two hold every query and are no measure of answers."""
    params = RotationParams()
    answers = PlaceCounts(pages=40, siblings=20, asked=40, own=10, control=2)
    message = PlaceCounts(pages=7, siblings=6, asked=7, own=7)
    trail = PlaceCounts(pages=40, siblings=2, asked=40, own=40)
    assert answers.lift == best_lift([answers, message, trail], params)


def test_where_most_lists_start_a_little_lift_is_enough() -> None:
    """A database that searches more than it shows: its answers hardly follow the query."""
    params = RotationParams()
    answers = PlaceCounts(pages=40, siblings=20, asked=40, own=6, control=2)
    assert [ROTATES, REPEATED] == [
        place_flags(answers, 1.0, params, known) for known in (False, True)
    ]
