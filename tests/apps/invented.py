"""A folder of applications that exists for a test only: shell scripts that serve nothing."""

from __future__ import annotations

import json
from pathlib import Path


def write_folder(root: Path) -> Path:
    """A folder with a `bench.py`, as `UPWELL_APPS` names it."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "bench.py").write_text("")
    return root


def write_application(folder: Path, start: str = "echo READY http://127.0.0.1:$1/") -> Path:
    """One application: its scripts write down what they were called with."""
    folder.mkdir(parents=True)
    note = 'echo "$(basename "$0") $1 $2 $UPWELL_SEED $UPWELL_DELAY" >>"$UPWELL_RUN/calls"'
    truth = """echo '{"id": "1", "title": "One", "urls": ["/1"]}'"""
    for name, command in (("start", start), ("stop", ":"), ("truth", truth)):
        script = folder / name
        script.write_text(f"#!/bin/sh\n{note}\n{command}\n")
        script.chmod(0o755)
    (folder / "selectors.json").write_text(json.dumps({"search": "/?q={q}"}))
    return folder
