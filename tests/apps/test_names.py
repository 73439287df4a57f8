"""The project knows nothing of the applications it is measured on."""

from __future__ import annotations

import re
import subprocess

import pytest

from benchmarks.apps.application import ROOT, Absent, applications, applications_folder

ROOMS = (
    "models",
    "streams",
    "agents",
    "upwell",
    "tests",
    "benchmarks",
    "docker",
    ".ci",
    "Makefile",
)


def test_no_name_of_an_application_stands_in_code_or_tests() -> None:
    try:
        names = [application.name for application in applications(applications_folder())]
    except Absent as absence:
        pytest.skip(str(absence))
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    tracked = subprocess.run(
        ["git", "ls-files", *ROOMS], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    code = [name for name in tracked if name.endswith((".py", ".pyx", ".pxi", "run", "Makefile"))]
    assert code
    assert {} == {
        name: found[0]
        for name in code
        if (found := named.search((ROOT / name).read_text("utf-8"))) is not None
    }
