"""A log nobody has used: embedded for everybody, on Kafka too in `make e2e`."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import cast

import pytest

_numbers = count(1)


@pytest.fixture(
    params=["embedded", pytest.param("kafka", marks=[pytest.mark.kafka, pytest.mark.e2e])]
)
def log_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Its URL, as `--broker` takes it."""
    if request.param == "embedded":
        return f"upwell://{tmp_path}/log"
    server = cast(str, request.getfixturevalue("kafka_url"))
    return f"{server}c{next(_numbers)}-"
