"""Fields that stand in logs out there; `python -m tests.records.released` adds new ones.

Within one schema number a field stays, with its name and its type: whoever wrote it years ago
is read, and whoever reads today is not surprised.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from upwell.streams.codecs import SCHEMA
from upwell.streams.contract import json_schema

FILE = Path(__file__).parent / f"released-{SCHEMA}.json"
_WORDS = ("title", "description")  # may be said better

Kinds = dict[str, dict[str, Any]]


def released() -> Kinds:
    """What was released: by kind its fields, and which of them are always there."""
    kinds: Kinds = json.loads(FILE.read_text("utf-8"))
    return kinds


def present() -> Kinds:
    """What the code writes now."""
    return {
        name: {"fields": _typed(found["properties"]), "required": sorted(found["required"])}
        for name, found in json_schema()["$defs"].items()
    }


def broken(before: Kinds, now: Kinds) -> list[str]:
    """What a reader or a log of before would stumble over."""
    found = []
    for kind, known in before.items():
        if kind not in now:
            found.append(f"{kind} is gone")
            continue
        fields = now[kind]["fields"]
        for name, kept in known["fields"].items():
            if name not in fields:
                found.append(f"{kind}.{name} is gone")
            elif fields[name] != kept:
                found.append(f"{kind}.{name} was {kept}, is {fields[name]}")
        found += [
            f"{kind}.{name} is required, but older records do not have it"
            for name in sorted(set(now[kind]["required"]) - set(known["required"]))
        ]
        found += [
            f"{kind}.{name} was always there, and is not any more"
            for name in sorted(set(known["required"]) - set(now[kind]["required"]))
        ]
    return found


def _typed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _typed(v) for name, v in value.items() if name not in _WORDS}
    return [_typed(v) for v in value] if isinstance(value, list) else value


def main() -> None:
    """Write down what is new; refuse when something old is not as it was."""
    now = present()
    if FILE.exists() and (stumbles := broken(released(), now)):
        raise SystemExit("raise the schema number instead:\n" + "\n".join(stumbles))
    FILE.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
