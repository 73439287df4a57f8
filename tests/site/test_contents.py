"""Laws of pages that no question asked for: articles, and tables of contents that lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.papers import KINDS, MAKES, Kind, Make, PaperSite
from tests.site.answers import HOST
from upwell.models.pagelets import PageletReading
from upwell.models.pagelets.reading.result import Region, Span
from upwell.models.site import Reading, SavedPage, Site, SiteState, analyse
from upwell.models.site.contents.as_list import by_contents
from upwell.models.site.contents.model import ContentsModel
from upwell.models.site.contents.page_links import form_of
from upwell.models.tree.parse import parse

# Each kind and each make stands in what everybody runs; the others with the long proofs.
OFTEN = {("daily", "tables"), ("daily", "semantic"), ("quarterly", "divs")}
PAPERS = [
    pytest.param(one, id="-".join(one), marks=() if one in OFTEN else pytest.mark.e2e)
    for one in product(KINDS, MAKES)
]


def learned(paper: PaperSite, seed: int = 3, most: int = 1000) -> Site:
    """A site that has seen the pages of a paper in some order."""
    paths, site = list(paper.paths()), Site()
    Random(seed).shuffle(paths)
    for path in paths[:most]:
        site.observe(paper.page(path), HOST + path)
    site.publish()
    return site


def readings(paper: PaperSite, site: Site) -> Iterator[tuple[str, Reading]]:
    assert site.model is not None
    for path in paper.paths():
        yield path, site.model.read(paper.page(path), HOST + path)


@pytest.fixture(scope="module", params=PAPERS)
def paper(request: pytest.FixtureRequest) -> PaperSite:
    kind: Kind
    make: Make
    kind, make = request.param
    return PaperSite(kind, make)


@pytest.fixture(scope="module")
def read(paper: PaperSite) -> dict[str, Reading]:
    return dict(readings(paper, learned(paper)))


def links(reading: Reading) -> set[str]:
    return {url for block in reading.blocks if block.type == "toc" for url in block.links}


def test_contents_are_all_links_to_three_stories_of_a_section_and_no_menu(
    paper: PaperSite, read: dict[str, Reading]
) -> None:
    n_true = n_found = n_both = 0
    for path, reading in read.items():
        true = {HOST + paper.path(one) for one in paper.contents(path)}
        if path == "/" or path in paper.by_path:  # stories of several sections, or of one's own
            continue
        true = true if len(true) > 2 else set()
        found = links(reading)
        n_true, n_found, n_both = (
            n_true + len(true),
            n_found + len(found),
            n_both + len(found & true),
        )
    assert n_both >= 0.95 * n_true > 0
    assert n_both >= 0.95 * n_found


def test_every_story_is_an_article_and_no_other_page_is(
    paper: PaperSite, read: dict[str, Reading]
) -> None:
    called = {path for path, one in read.items() if "article" in [b.type for b in one.blocks]}
    assert called <= paper.by_path.keys()
    assert len(called) >= 0.98 * len(paper.by_path)


def test_an_article_says_title_reporter_date_and_the_whole_text(
    paper: PaperSite, read: dict[str, Reading]
) -> None:
    whole = 0
    for path, one in paper.by_path.items():
        said = " ".join(block.text for block in read[path].blocks if block.type == "article")
        whole += all(part in said for part in (one.title, one.author, one.date, *one.paragraphs))
    assert whole >= 0.98 * len(paper.by_path)


def test_rows_of_contents_are_objects_however_few(
    paper: PaperSite, read: dict[str, Reading]
) -> None:
    true = {path: {HOST + paper.path(one) for one in paper.contents(path)} for path in read}
    with_rows = {path for path, urls in true.items() if urls}
    assert with_rows
    for path in with_rows:
        assert true[path] == {url for found in read[path].objects for url in found.links}


def test_questions_that_tell_what_a_site_is_about_take_no_contents_away(paper: PaperSite) -> None:
    """Where two stories make a page of contents, the search alone sees no list."""
    short = PaperSite(paper.kind, paper.make, n=60)
    short.per_page = 2
    site = learned(short)
    words = sorted({word for one in short.articles for word in one.title.lower().split()})
    for word in words[:24]:
        hits = [short._teaser(one) for one in short.articles if word in one.title.lower()][:8]
        asked = f"/find?q={word}"
        site.observe(short._framed(asked, "Found", short._listed(hits)), HOST + asked, query=word)
    for word in (f"zq{n}xo" for n in range(6)):
        none = short._framed("/find", "Found", f"<p>Nothing was found for {word}.")
        site.observe(none, f"{HOST}/find?q={word}", query=word, nonsense=True)
    site.publish()
    n_with_rows = 0
    for path, reading in readings(short, site):
        true = {HOST + short.path(one) for one in short.contents(path)}
        n_with_rows += bool(true)
        assert not true or true == {url for found in reading.objects for url in found.links}
    assert n_with_rows


def test_saved_pages_have_the_blocks_of_a_stream(
    paper: PaperSite, read: dict[str, Reading]
) -> None:
    pages = [
        SavedPage(HOST + path, parse(paper.page(path).encode(), "", HOST + path))
        for path in paper.paths()
    ]
    together = {page.name: one.blocks for page, one in zip(pages, analyse(pages), strict=True)}
    streamed = {HOST + path: one.blocks for path, one in read.items()}
    assert streamed == together


def test_few_pages_are_enough_and_less_sure() -> None:
    paper = PaperSite("daily", "divs")
    stories = list(paper.by_path)[:3]
    site = Site()
    for path in ["/", *stories]:
        site.observe(paper.page(path), HOST + path)
    model = site.publish()
    assert model is not None
    front = model.read(paper.page("/"), HOST + "/")
    assert {HOST + paper.path(one) for one in paper.articles[:6]} == links(front)
    many = learned(paper).model
    assert many is not None
    sure = [one.read(paper.page("/"), HOST + "/").blocks[0].sure for one in (model, many)]
    assert 0.5 < sure[0] < sure[1] <= 1


def test_the_order_of_pages_changes_no_link_that_is_kept() -> None:
    paper = PaperSite("daily", "semantic")
    one, other = (learned(paper, seed).state for seed in (1, 2))
    assert one.links.rows == other.links.rows
    known = one.clusters.kinds()
    assert one.links.encode(known) == SiteState.decode(one.encode()).links.encode(known)


def test_a_page_that_was_asked_for_has_no_blocks() -> None:
    paper = PaperSite("daily", "semantic")
    model = learned(paper).model
    assert model is not None
    path = paper.group_path(paper.groups[0])
    assert [] == model.read(paper.page(path), HOST + path, query="harbour").blocks


def shelf(number: int, boxed: bool) -> str:
    """A page of six stories of its own; with a box of others, drawn for it."""
    rng = Random(number)
    entries = [f'<li><a href="/s/{number * 6 + i}">story of {number * 6 + i}</a>' for i in range(6)]
    drawn = "".join(f'<p><a href="/s/{n}">story of {n}</a>' for n in rng.sample(range(20), 4))
    box = f'<div class="box">{drawn}</div>' if boxed else ""
    return f"<html><body><h1>Shelf {number}</h1><ul>{''.join(entries)}</ul>{box}</body></html>"


def story(number: int) -> str:
    words = " ".join(Random(number).sample([f"word{n}" for n in range(900)], 40))
    return f"<html><body><h1>Story of {number}</h1><article><p>{words}</p></article></body></html>"


@pytest.mark.parametrize("boxed", [False, True])
def test_a_box_of_stories_that_are_drawn_for_each_page_is_no_contents(boxed: bool) -> None:
    site = Site()
    for number in range(14):
        site.observe(shelf(number, boxed), f"{HOST}/shelf/{number}")
        for n in range(number * 6, number * 6 + 3):
            site.observe(story(n), f"{HOST}/s/{n}")
    model = site.publish()
    assert model is not None
    for number in range(14):
        own = {f"{HOST}/s/{number * 6 + i}" for i in range(6)}
        assert own == links(model.read(shelf(number, boxed), f"{HOST}/shelf/{number}"))


@pytest.mark.parametrize("orders", [1, 4])
def test_contents_that_stand_under_several_addresses_are_no_box_that_is_drawn(orders: int) -> None:
    """A catalogue's shelves can be sorted; each order is an address of its own."""
    site = Site()
    for number in range(7):
        for order in range(orders):
            address = f"{HOST}/shelf/{number}" + (f"?sort={order}" if order else "")
            links = [f'<a href="/s/{number * 2 + i}">story of {number * 2 + i}</a>' for i in (0, 1)]
            rows = "".join(f"<li>{one}" for one in (links[::-1] if order % 2 else links))
            site.observe(f"<body><h1>Shelf {number}</h1><ul>{rows}</ul>", address)
        for n in (number * 2, number * 2 + 1):
            site.observe(story(n), f"{HOST}/s/{n}")
    model = site.publish()
    assert model is not None
    assert 1 == len(model.contents.places)


def test_contents_that_can_be_narrowed_are_no_box_that_is_drawn() -> None:
    """Each shelf has four stories, and addresses of its own for two of them each."""
    site = Site()
    for number in range(7):
        links = [
            f'<li><a href="/s/{number * 4 + i}">story of {number * 4 + i}</a>' for i in range(4)
        ]
        for name, shown in (("", links), ("?of=old", links[:2]), ("?of=new", links[2:])):
            html = f"<body><h1>Shelf {number}</h1><ul>{''.join(shown)}</ul>"
            site.observe(html, f"{HOST}/shelf/{number}{name}")
        for n in range(number * 4, number * 4 + 3):
            site.observe(story(n), f"{HOST}/s/{n}")
    model = site.publish()
    assert model is not None
    assert 1 == len(model.contents.places)


@pytest.mark.parametrize("n_rows", [1, 2, 6])
def test_what_does_something_to_an_entry_is_no_entry(n_rows: int) -> None:
    """A cross, and a verb that is another one in each row, stand where the link to the story does;
    one of them in no list of verbs, where other rows tell what it stands in."""
    acts = ("delete", "edit", "save", "cancel", "undo", "remove", "zpět")[: 5 + n_rows]

    def kept(number: int) -> str:
        rows = "".join(
            f'<li><b><a href="/s/{n}">story of {n}</a><a href="/x/{n}?f=3">×</a>'
            f'<a href="/entry/{n}/{acts[n % len(acts)]}">{acts[n % len(acts)]}</a></b>'
            for n in range(number * 6, number * 6 + n_rows)
        )
        return f"<body><h1>Shelf {number}</h1><ul>{rows}</ul></body>"

    site = Site()
    for number in range(14):
        site.observe(kept(number), f"{HOST}/shelf/{number}")
        for n in range(number * 6, number * 6 + n_rows):
            site.observe(story(n), f"{HOST}/s/{n}")
    model = site.publish()
    assert model is not None
    for number in range(14):
        found = model.read(kept(number), f"{HOST}/shelf/{number}").objects
        assert n_rows == len(found)
        assert all(f"{HOST}/s/{number * 6 + i}" in one.links for i, one in enumerate(found))


@pytest.mark.parametrize("is_list", [False, True])
def test_a_list_that_leads_to_other_kinds_is_no_menu_wherever_it_leads(is_list: bool) -> None:
    """All addresses of a site may be made alike, those of its lists and of what they list."""
    rows = "".join(f"<li><a href='/w/{name}'>{name}</a>" for name in ("Otter", "Heron", "Newt"))
    tree = parse(f"<ul>{rows}</ul>".encode(), url=f"{HOST}/w/List:A")
    spans = [Span(int(node), int(tree.end[node]), 0) for node in tree.tagged("li")]
    found = PageletReading([Region(0, tree.n, 1.0)], spans, False)
    model = ContentsModel(hubs=(form_of(f"{HOST}/w/Otter"),))
    left = by_contents(tree, found, model, 1, [], is_list)
    assert (3 if is_list else 0) == len(left.objects)
