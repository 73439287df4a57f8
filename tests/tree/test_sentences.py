"""What is set off within a block belongs to the text around it."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>The <b>sea</b> <i>wolf</i> sleeps", ["The sea wolf sleeps"]),
        ("<p><a>The <mark>wol</mark>f</a> by <time>1904</time>", ["The wolf by 1904"]),
        ("<div>before<p>within</p>behind</div>", ["before", "within", "behind"]),
        ("<p>one<br>two <b>three</b>", ["one", "two three"]),
        (
            "<nav><a>Home</a> | <a>Help</a> | <a>Terms</a></nav>",
            ["Home", "|", "Help", "|", "Terms"],
        ),
        ("<p><span>wolf</span><span>12 pages</span>", ["wolf", "12 pages"]),
        ("<p>by <a>Ann Lee</a> and <a>Bo Day</a>", ["by Ann Lee and Bo Day"]),
        ("<table><tr><td>a <b>b</b><td>c</table>", ["a b", "c"]),
        ("<p><b>sea</b> wolf</p><p><b>sea</b></p>", ["sea wolf", "sea"]),
    ],
)
def test_a_text_is_what_one_block_says(page: str, expected: list[str]) -> None:
    tree = parse(f"<html><body>{page}</body></html>".encode())
    found = [tree.visible(nodes[0], nodes[-1] + 1) for nodes in tree.sentences]
    assert expected == found


def test_every_content_node_belongs_to_one_text() -> None:
    tree = parse(b"text<p>a <b>b<p>c</b> d<ul><li><a>e</a><li>f</ul>g <span>h<div>i</div>j</span>")
    expected = [node for node, text in enumerate(tree.text) if text is not None]
    assert expected == [node for nodes in tree.sentences for node in nodes]
