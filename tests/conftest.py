"""Fixtures of all rooms: a broker URL, embedded and on a real Apache Kafka."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest
from hypothesis import settings

from tests.kafka_server import require_kafka, shared_server

_numbers = count(1)

settings.register_profile("upwell", deadline=None)  # a busy machine is not a failing law
settings.load_profile("upwell")


def pytest_collection_finish() -> None:
    """What collecting made stays to the end: the garbage collector need not walk it again.

    Tests hold whole crawls of small objects without cycles: it looks for those less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session")
def kafka_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`kafka://127.0.0.1:port` of one broker, of which each process of a run has a prefix.

    Without Java its tests are skipped with one line; `UPWELL_REQUIRE_KAFKA=1` makes that a
    failure, `UPWELL_NO_KAFKA=1` skips them in any case.
    """
    require_kafka()
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)  # it is not there yet, we know
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    run = tmp_path_factory.getbasetemp()
    with shared_server(run.parent if worker else run) as url:
        yield f"{url}/{worker}"


@pytest.fixture(params=["embedded", pytest.param("kafka", marks=pytest.mark.kafka)])
def broker_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A broker URL nobody has used: an embedded log, then Kafka under a prefix of its own."""
    if request.param == "embedded":
        return f"upwell://{tmp_path}/log"
    server = cast(str, request.getfixturevalue("kafka_url"))
    return f"{server}t{next(_numbers)}-"
