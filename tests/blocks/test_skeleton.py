"""The informative structure of a page as a tree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from upwell.cli.main import run
from upwell.models.blocks.informative import Block
from upwell.models.blocks.skeleton import Branch, skeleton
from upwell.models.tree.parse import parse

PAGE = b"""<body><div id=frame>menu</div>
<div id=main><div id=left><p id=a>one</p></div>
<div id=right><p id=b>two</p><p id=c>three</p></div></div>
<ul id=list><li>four</ul>"""


def _shape(branch: Branch | None, ids: dict[int, str]) -> object:
    return branch and (ids.get(branch.node, "body"), [_shape(c, ids) for c in branch.children])


@pytest.mark.parametrize(
    ("roots", "expected"),
    [
        ([], None),
        (["b"], ("b", [])),  # one block is its own tree
        (["b", "c"], ("right", [("b", []), ("c", [])])),
        (["a", "b"], ("main", [("a", []), ("b", [])])),  # nodes with one branch are left out
        (["a", "b", "c"], ("main", [("a", []), ("right", [("b", []), ("c", [])])])),
        (["right", "c"], ("right", [("c", [])])),  # a block within a block
        (["a", "list"], ("body", [("a", []), ("list", [])])),
    ],
)
def test_blocks_hang_on_the_nodes_where_they_branch(roots: list[str], expected: object) -> None:
    tree = parse(PAGE)
    ids = {n: a["id"] for n, a in enumerate(tree.attributes) if a and "id" in a}
    by_id = {value: node for node, value in ids.items()}
    blocks = [Block("article", (by_id[root],), "", ()) for root in roots]
    assert expected == _shape(skeleton(tree, blocks), ids)


def test_the_command_adds_it_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "A long sentence about otters that live by the river and fish there. " * 20
    (tmp_path / "a.html").write_text(f"<body><nav>Home</nav><article><p>{text}</p></article>")
    run(["blocks", str(tmp_path)])
    run(["blocks", str(tmp_path), "--tree"])
    plain, nested = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert plain == {name: value for name, value in nested.items() if name != "tree"}
    assert nested["blocks"][0]["type"] == nested["tree"]["type"] == "article"
    assert nested["blocks"][0]["xpaths"][0] == nested["tree"]["xpath"]
