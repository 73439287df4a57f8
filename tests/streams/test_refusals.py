"""What Faust offers and would break a promise is refused, with the reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from upwell.errors import ConfigError
from upwell.streams.app import make_app

ROOT = Path(__file__).resolve().parents[2]
URLS = ["upwell:///tmp/nowhere", "kafka://127.0.0.1:9"]


@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("PROCESSING_GUARANTEE", "exactly_once", "starves every second hop"),
        ("PRODUCER_THREADED", "1", "after the position"),
    ],
)
def test_a_setting_that_breaks_delivery_is_refused_with_its_reason(
    url: str,
    variable: str,
    value: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Faust reads variables of its own, which no setting of ours would show."""
    make_app("fine", url, tmp_path)
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigError, match=reason) as refused:
        make_app("broken", url, tmp_path)
    assert f"unset {variable}" in str(refused.value)


# Who may touch Faust, and with what; everything else goes through `agents.loop.register`.
MAKES_AGENTS = {"agents/loop/on_faust.py"}
MAKES_APPS = {"streams/app.py"}
MAKES_TABLES = {"streams/app.py"}
READS_STREAMS = {"agents/loop/on_faust.py"}
TAKES = {"take", "take_events", "take_with_timestamp", "noack", "noack_take", "group_by"}


def _calls(source: str) -> set[str]:
    """What a file does with Faust that loses records when it is done otherwise."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ("agent", "add_agent", "Agent"):
            found.add("agent")
        if isinstance(node, ast.Attribute) and node.attr in ("Table", "GlobalTable", "SetTable"):
            found.add("table")
        if isinstance(node, ast.Attribute) and node.attr in TAKES:
            found.add("stream")
        if isinstance(node, ast.Attribute) and node.attr == "App":
            found.add("app")
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "faust":
            found |= {"app" if name.name == "App" else "" for name in node.names}
            found |= {"agent" if name.name == "Agent" else "" for name in node.names}
    return found - {""}


def _importing_faust() -> dict[str, str]:
    """Files of the house that import Faust or get an app."""
    found = {}
    for room in ("streams", "agents", "models", "upwell"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if name.startswith(("upwell/streams/", "upwell/agents/", "upwell/models/")):
                continue
            source = path.read_text("utf-8")
            if "faust" in source or "streams.app" in source or "from .app" in source:
                found[name] = source
    return found


@pytest.mark.parametrize(
    ("what", "allowed"),
    [
        ("agent", MAKES_AGENTS),
        ("app", MAKES_APPS),
        ("table", MAKES_TABLES),
        ("stream", READS_STREAMS),
    ],
)
def test_a_faust_agent_is_made_by_the_loop_and_nowhere_else(what: str, allowed: set[str]) -> None:
    """An exception that leaves any other agent would lose its record, and the batch behind it."""
    doing = {name for name, source in _importing_faust().items() if what in _calls(source)}
    assert allowed == doing


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import faust\n@app.agent(topic)\nasync def work(stream): ...", "agent"),
        ("app.agent(topic)(work)", "agent"),
        ("import faust\nfaust.App('x')", "app"),
        ("from faust import App", "app"),
        ("app.GlobalTable('x')", "table"),
        ("async def f(s):\n    async for e in s.take(5, within=1): ...", "stream"),
    ],
)
def test_the_rule_sees_every_way_to_make_one(source: str, what: str) -> None:
    assert {what} == _calls(source) & {what}
