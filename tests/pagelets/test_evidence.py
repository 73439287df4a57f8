"""What tells the right run from its neighbours that lose or double a record."""

import pytest

from upwell.models.pagelets import PageletReading, learn, read
from upwell.models.pagelets.lists.features import dear_features
from upwell.models.pagelets.lists.search import find_runs
from upwell.models.pagelets.page.outline import Outline, weight_sums
from upwell.models.pagelets.page.part_starts import PartStarts
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "amber birch cedar delta ember fjord grove heath islet jetty".split()


def _tree(body: str) -> TagTree:
    return parse(f"<html><body><h1>Shop</h1>{body}</body></html>".encode())


def _texts(tree: TagTree, reading: PageletReading) -> list[str]:
    return [tree.visible(span.start, span.stop) for span in reading.objects]


def test_one_short_record_is_not_swallowed_by_its_neighbour() -> None:
    """A record without a description stands by itself, as its nine neighbours do."""
    records = [
        f"<p><a href=/{w}>{w} house</a><br><i>a long and even text about {w} and more of it</i></p>"
        if w != "ember"
        else f"<p><a href=/{w}>{w}</a></p>"
        for w in WORDS
    ]
    tree = _tree("".join(records))
    assert len(_texts(tree, read(tree))) == len(WORDS)


def test_a_record_of_two_paragraphs_stays_together() -> None:
    """Where every part has a second paragraph, none of them is a record."""
    records = [
        f"<p><a href=/{w}>{i}. {w} house</a></p><p>a long and even text about {w}</p>"
        for i, w in enumerate(WORDS, 1)
    ]
    tree = _tree("".join(records))
    found = _texts(tree, read(tree))
    assert [text.split()[1] for text in found] == WORDS


def test_a_run_begins_with_the_title_not_with_the_text_below_it() -> None:
    """`dt dd` and `dd dt` are equally regular; what was left out before the first part tells."""
    records = [
        f"<dt>{w} house</dt><dd>text of {w}, told in <a href=/{w}>more words</a> than one</dd>"
        for w in WORDS
    ]
    tree = _tree(f"<dl>{''.join(records)}</dl>")
    found = _texts(tree, read(tree))
    assert [text.split()[0] for text in found] == WORDS


def test_skipped_is_said_of_the_run_that_begins_late() -> None:
    """Of the two phases of one list only the late one has skipped something."""
    items = "".join(f"<dt><a href=/{w}>{w}</a></dt><dd>text of {w} here</dd>" for w in WORDS)
    tree = _tree(f"<dl>{items}</dl>")
    page = Outline(tree)
    runs = find_runs(page, weight_sums(tree.words.astype(float)))
    skipped = {
        tree.tag[run.parts[0][0]]: dear_features(page, run.parts, run.features).skipped
        for run in runs
        if tree.tag[run.region] == "dl" and len({tree.tag[a] for a, _ in run.parts}) == 1
    }
    assert skipped == {"dt": False, "dd": True}


def test_numbers_count_only_when_they_go_up_by_one() -> None:
    """Answers are counted; prices and years are not a count."""
    tree = _tree("<p>7. one</p><p>8. two</p><p>(9) three</p><p>30 four</p>")
    parts = [(u, int(tree.end[u])) for u in range(tree.n) if tree.tag[u] == "p"]
    assert PartStarts(tree).numbered([a for a, _ in parts]) == 2 / 3


def test_a_number_before_the_link_is_no_text() -> None:
    """`3. <a>` opens with a link; `by <a>` does not."""
    tree = _tree("<p>3. <a href=/a>a</a></p><p>by <a href=/b>b</a></p>")
    parts = [(u, int(tree.end[u])) for u in range(tree.n) if tree.tag[u] == "p"]
    assert PartStarts(tree).leading(parts) == 1 / 2


def test_a_button_in_the_clothes_of_an_object_is_none() -> None:
    """What stands at the end of every list and says the same on all pages is cut off."""
    pages = []
    for n in range(6):
        hits = "".join(f"<p><a href=/{n}{w}>{w} {n}{n} cottage</a></p>" for w in WORDS)
        pages.append(_tree(f"<div>{hits}<p><a href=/again>Ask again</a></p></div>"))
    model = learn([(tree, None) for tree in pages]).publish()
    found = _texts(pages[0], read(pages[0], model))
    assert [text.split()[0] for text in found] == WORDS


@pytest.mark.parametrize("usual", [6, 8])
def test_a_record_at_the_end_whose_values_most_answers_have_is_no_button(usual: int) -> None:
    """Of ten answers so many have this color and this town; all have the button below."""
    pages = []
    for n in range(10):
        hits = "".join(f"<p><a href=/{n}{w}><b>{w} {n}{n}</b></a> <i>{w}</i></p>" for w in WORDS)
        if n < usual:
            hits += f"<p><a href=/{n}last><b>Red</b></a> <i>Sneek</i></p>"
        hits += "<p><a href=/again><b>Ask</b></a> <i>again</i></p>"
        pages.append(_tree(f"<div>{hits}</div>"))
    model = learn([(tree, None) for tree in pages]).publish()
    found = _texts(pages[0], read(pages[0], model))
    assert [*WORDS, "Red"] == [text.split()[0] for text in found]


def test_a_heading_among_rows_is_no_record_that_was_swallowed() -> None:
    """Rows under headings are as regular as rows: what has no link is not one of them."""
    rows = [
        f"<tr><td>{10 + i} May</td><td>1{i}:15</td><td><a href=/{w}>{w} house</a></td></tr>"
        for i, w in enumerate(WORDS)
    ]
    heading = "<tr><td colspan=3>{}</td></tr>"
    groups = [heading.format(f"week {i}") + "".join(rows[3 * i : 3 * i + 3]) for i in range(3)]
    tree = _tree(f"<table>{''.join(groups)}</table>")
    runs = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))
    irregular = {
        len(run.parts): run.features.irregular
        for run in runs
        if run.kind == "kid" and tree.tag[run.parts[0][0]] == "tr"
    }
    assert irregular[9] == 0
