"""Laws of cells below heads: what stands there is a value, whatever it looks like."""

from __future__ import annotations

from upwell.models.pagelets.fields.columns import seen_templates
from upwell.models.pagelets.fields.extraction import Columns
from upwell.models.pagelets.fields.templates import Templates
from upwell.models.pagelets.page.sheet import Sheet
from upwell.models.pagelets.reading.result import Span
from upwell.models.tree.parse import parse

NAMES = ("Ann Lee", "Bo Ek", "Cy Roth", "Di Hume", "Ed Vos", "Flo May")


def rows(makers: tuple[str, ...], names: tuple[str, ...] = NAMES) -> list[dict[str, str]]:
    """A table of books: name, who wrote it, who made it, and whether it is sold."""
    body = "".join(
        f"<tr><td><a href=/b/{n}>The book of {n}s</a><td>{name}<td>{maker}"
        f"<td><img src=/{n % 2}.svg alt={'Yes' if n % 2 else 'No'}>"
        for n, (name, maker) in enumerate(zip(names, makers, strict=True))
    )
    head = "<tr><th>Name<th>Author<th>Publisher<th>In print"
    tree = parse(f"<table>{head}{body}</table>".encode(), url="http://a.example/")
    starts = [node for node in range(tree.n) if tree.tag[node] == "tr"][1:]
    spans = [Span(start, tree.ends[start], 0) for start in starts]
    templates = Templates()
    templates.fold(seen_templates(Sheet(tree), spans))
    return Columns(templates.publish()).of(tree, spans)


MAKERS = ("Aldus", "Brill", "Cotta", "Dover", "Elz", "Faber")


def test_a_value_that_begins_with_a_colon_makes_no_label_of_the_cell_before_it() -> None:
    row = rows(("Aldus", ":Brill", "Cotta", "Dover", "Elz", "Faber"))[1]
    assert ("Bo Ek", ":Brill") == (row["author"], row["publisher"])


def test_a_value_that_ends_with_a_colon_is_no_label_of_the_cell_behind_it() -> None:
    row = rows(MAKERS, ("Ann Lee", "Bo Ek:", "Cy Roth", "Di Hume", "Ed Vos", "Flo May"))[1]
    assert ("Bo Ek:", "Brill") == (row["author"], row["publisher"])


def test_what_a_picture_says_in_place_of_a_text_is_the_value_of_its_column() -> None:
    assert ["No", "Yes", "No"] == [row["in_print"] for row in rows(MAKERS)[:3]]


def test_a_picture_that_is_the_value_of_a_column_is_no_picture_of_the_object() -> None:
    assert [] == [row["image"] for row in rows(MAKERS) if "image" in row]
