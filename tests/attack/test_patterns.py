"""Every regular expression of the house takes a time that grows with its text alone."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator

import pytest

import upwell

from .conftest import Tell

pytestmark = pytest.mark.attack
LENGTH = 100_000
MOST_S = 1.0
ROOMS = ("upwell.models.", "upwell.streams.", "upwell.agents.", "upwell.terminal", "upwell.cli.")
TOKENS = (
    *("1", "a", " ", ".", ",", "-", "/", "<", ">", '"', "=", "&", "a ", "1 ", "a1", "A", "é"),
    *(
        "結",
        "\n",
        "(",
        "user-agent ",
        "page ",
        "1,",
        "$1 ",
        "a.",
        "a@",
        "<a ",
        "</",
        "x=",
        "\\",
        "*",
    ),
)


def patterns() -> Iterator[tuple[str, re.Pattern[str] | re.Pattern[bytes]]]:
    for module in pkgutil.walk_packages(upwell.__path__, "upwell."):
        if not module.name.startswith(ROOMS):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern):
                yield f"{module.name}.{name}", value


PATTERNS = dict(patterns())


def test_there_are_patterns() -> None:
    assert len(PATTERNS) > 50


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_linear(name: str, tell: Tell) -> None:
    tell("regular expressions on 100,000 characters", len(TOKENS), "")
    slow = []
    for token in TOKENS:
        text = (token * LENGTH)[:LENGTH] + "\x01"
        begun = time.process_time()
        pattern = PATTERNS[name]
        if isinstance(pattern.pattern, bytes):
            n = sum(1 for _ in pattern.finditer(text.encode()))
        else:
            n = sum(1 for _ in pattern.finditer(text))
        if time.process_time() - begun > MOST_S:
            slow.append((token, n))
    assert [] == slow
