"""What is not ours is what its makers published, with its licence beside it."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files

# File, version and the SHA-256 of it in the package on npm.
VENDORED = {
    "htmx.min.js": (
        "htmx.org 4.0.1",
        "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
    ),
    "uPlot.iife.min.js": (
        "uplot 1.6.32",
        "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
    ),
    "uPlot.min.css": (
        "uplot 1.6.32",
        "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
    ),
}


def test_vendored_files_are_unchanged_and_licensed() -> None:
    folder = files("upwell.dashboard") / "static" / "vendor"
    held = {file.name for file in folder.iterdir()}
    assert {*VENDORED, "htmx.LICENSE.txt", "uPlot.LICENSE.txt"} == held
    for name, (_, digest) in VENDORED.items():
        assert digest == sha256((folder / name).read_bytes()).hexdigest()
