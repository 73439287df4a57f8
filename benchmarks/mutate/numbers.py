"""The numbers of a room's parameters, and one of them changed in a copy of the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGED = ("models", "streams", "agents")


class Number(NamedTuple):
    """A parameter: `MAX_TEXT` of a module, or `ClusterParams.gap`."""

    path: str  # of the file in the tree
    name: str
    value: float

    @property
    def module(self) -> str:
        """How the file is imported."""
        return "upwell." + ".".join(Path(self.path).with_suffix("").parts)


def numbers_of(room: str) -> list[Number]:
    """Every number in the files of a room whose name ends with `params.py`; not of rooms in it."""
    found = []
    for path in sorted((ROOT / room).glob("*params.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for name, node in _assigned(tree):
            value = _value(node)
            if value is not None and value != 0:  # half of nothing and twice nothing are nothing
                found.append(Number(str(path.relative_to(ROOT)), name, value))
    return found


def rooms_with_numbers() -> list[str]:
    """Every room that decides with numbers: one that has a file of them."""
    paths = (path for top in ("agents", "models") for path in (ROOT / top).rglob("*params.py"))
    return sorted({str(path.parent.relative_to(ROOT)) for path in paths})


def changed(value: float) -> list[float]:
    """Half and twice a number; of a share its odds, so that it stays one.

    >>> changed(8), changed(1), changed(-0.5), [round(share, 3) for share in changed(0.9)]
    ([4, 16], [0, 2], [-0.25, -1.0], [0.818, 0.947])
    """
    if isinstance(value, int):
        return [value // 2, value * 2]
    if 0 < value < 1:
        odds = value / (1 - value)
        return [odds / 2 / (1 + odds / 2), odds * 2 / (1 + odds * 2)]
    return [value / 2, value * 2]


def replaced(source: str, name: str, value: float) -> ast.Module:
    """The code of a file with another value for one of its numbers."""
    tree = ast.parse(source)
    nodes = [node for assigned, node in _assigned(tree) if assigned == name]
    if len(nodes) != 1:
        raise LookupError(f"{name} is assigned {len(nodes)} times")
    constant = ast.Constant(value)
    for parent in ast.walk(tree):
        if isinstance(parent, ast.Assign | ast.AnnAssign) and parent.value is nodes[0]:
            parent.value = constant
    return ast.fix_missing_locations(tree)


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{name}", value) for name, value in _names(node.body))
    yield from _names(tree.body)


def _names(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(node, ast.Assign | ast.AnnAssign):
                assert node.value is not None
                yield target.id, node.value


def _value(node: ast.expr) -> float | None:
    """The number that an expression of literals is; nothing when it is anything else."""
    if isinstance(node, ast.Constant):
        is_number = isinstance(node.value, int | float) and not isinstance(node.value, bool)
        return node.value if is_number else None  # type: ignore[return-value]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _value(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left), _value(node.right)
        if left is not None and right is not None:
            if isinstance(node.op, ast.Mult):
                return left * right
            if isinstance(node.op, ast.LShift):
                return int(left) << int(right)
    return None
