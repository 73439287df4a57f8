"""What the docstrings of the measure show is so."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import benchmarks.apps

PREFIX = "benchmarks.apps."


@pytest.mark.parametrize(
    "name", [found.name for found in pkgutil.walk_packages(benchmarks.apps.__path__, PREFIX)]
)
def test_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    assert 0 == doctest.testmod(module).failed
