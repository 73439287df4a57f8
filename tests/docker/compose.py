"""Enough of YAML and of the Compose rules to read `docker/compose.yml`; the rest is an error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

Node = Any


class Line(NamedTuple):
    """A line that says something."""

    number: int
    indent: int
    text: str


def load(path: Path, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The file with anchors merged and `${NAME:-default}` filled in."""
    text = path.read_text("utf-8")
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        if raw.strip() and not raw.lstrip().startswith("#"):
            lines.append(Line(number, len(raw) - len(raw.lstrip()), raw.strip()))
    found, rest = _node(lines, {})
    assert not rest, f"line {rest[0].number}: not understood"
    filled: dict[str, Any] = _fill(found, environment or {})
    return filled


def _node(lines: list[Line], anchors: dict[str, Node]) -> tuple[Node, list[Line]]:
    """What stands at the indent of the first line."""
    if lines[0].text.startswith("- "):
        return _sequence(lines, anchors)
    return _mapping(lines, anchors)


def _sequence(lines: list[Line], anchors: dict[str, Node]) -> tuple[list[Node], list[Line]]:
    indent, out = lines[0].indent, []
    while lines and lines[0].indent == indent and lines[0].text.startswith("- "):
        out.append(_scalar(lines[0], lines[0].text[2:].strip()))
        lines = lines[1:]
    return out, lines


def _mapping(lines: list[Line], anchors: dict[str, Node]) -> tuple[dict[str, Node], list[Line]]:
    indent = lines[0].indent
    out: dict[str, Node] = {}
    while lines and lines[0].indent == indent:
        line = lines[0]
        said = re.fullmatch(r"([\w.<-]+):(?:\s+(.*))?", line.text)
        assert said, f"line {line.number}: expected 'name: value', found {line.text!r}"
        name, value = said[1], said[2] or ""
        assert name not in out, f"line {line.number}: {name} stands twice"
        lines = lines[1:]
        if name == "<<":
            out = {**anchors[value.removeprefix("*")], **out}
        elif value and not value.startswith("&"):
            out[name] = _scalar(line, value)
        elif lines and lines[0].indent > indent:
            out[name], lines = _node(lines, anchors)
            if value:
                anchors[value.removeprefix("&")] = out[name]
        else:
            out[name] = None
    return out, lines


def _scalar(line: Line, text: str) -> Node:
    if text.startswith('"'):
        assert re.fullmatch(r'"[^"\\]*"', text), f"line {line.number}: {text} is not closed"
        return text[1:-1]
    assert not re.search(": | #", text), f"line {line.number}: quote {text!r}"
    assert text[0] not in "[*&!|>%@`", f"line {line.number}: {text!r} is not understood here"
    if text == "{}":
        return {}
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"\d+", text) else text


def _fill(node: Node, environment: Mapping[str, str]) -> Node:
    if isinstance(node, dict):
        return {name: _fill(value, environment) for name, value in node.items()}
    if isinstance(node, list):
        return [_fill(value, environment) for value in node]
    if not isinstance(node, str):
        return node
    filled = re.sub(r"\$\{(\w+):-([^}]*)\}", lambda said: environment.get(said[1]) or said[2], node)
    assert "$" not in filled, f"{node!r}: a variable needs a default"
    return filled
