"""`docker/Dockerfile` as instructions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple


class Instruction(NamedTuple):
    """One instruction; continued lines are one."""

    name: str
    text: str


def stages(path: Path) -> list[list[Instruction]]:
    """Instructions, a list for every FROM."""
    text = re.sub(r"^\s*#.*\n", "", path.read_text("utf-8"), flags=re.M)
    text = re.sub(r"\\\n\s*", "", text)
    out: list[list[Instruction]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            out.append([])
        out[-1].append(Instruction(name, rest.strip()))
    return out


def last(stage: list[Instruction], name: str) -> str:
    """The instruction of that name that counts."""
    return [said.text for said in stage if said.name == name][-1]


def environment(stage: list[Instruction]) -> dict[str, str]:
    """What ENV sets."""
    found: dict[str, str] = {}
    for said in stage:
        if said.name == "ENV":
            found |= dict(pair.split("=", 1) for pair in said.text.split())
    return found


def exec_form(text: str) -> list[str]:
    """`["a", "b"]`; a shell form raises."""
    words: list[str] = json.loads(text)
    return words
