"""The ring runs on a Kafka that asks for TLS, a login and rights; what is wrong is one line."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agents.toy import until
from tests.kafka_server import require_kafka
from tests.secured_kafka import GROUP, TOPIC, USERS, SecuredKafka
from upwell.errors import EXIT_BROKER, EXIT_CONFIG
from upwell.sources import serve
from upwell.streams.topics import TOPICS

from .crawls import LOOPBACK, SHORT, coverage, doubled, lines
from .supervised import ROOT, Supervised

pytestmark = [pytest.mark.e2e, pytest.mark.kafka, pytest.mark.timeout(900)]

MECHANISMS = ["SCRAM-SHA-512", "PLAIN", "SCRAM-SHA-256", "OAUTHBEARER"]
SPLIT = ["fetch,watch,deliver", "plan,analyse"]
SIZE = 60


@pytest.fixture(scope="module")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecuredKafka]:
    require_kafka()
    server = SecuredKafka(tmp_path_factory.mktemp("secured"))
    try:
        server.start()
        yield server
    finally:
        server.stop()


def run(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    """A command of ours, with what it printed."""
    return subprocess.run(
        [sys.executable, "-m", "upwell", *command],
        env={**environment, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("mechanism", MECHANISMS[: 2 if SHORT else 4])
def test_two_workers_run_the_ring_by_every_login(
    tmp_path: Path, kafka: SecuredKafka, mechanism: str
) -> None:
    environment = kafka.environment(mechanism)
    broker = f"{kafka.url}/ring-{mechanism.lower()}-"

    async def crawl() -> None:
        async with await serve(seed=5, size=SIZE) as source:
            workers = [_worker(environment, broker, tmp_path / str(n), r) for n, r in _parts()]
            try:
                for worker in workers:
                    await worker.start()
                add = ["add", source.url, "--delay", "0", "--broker", broker]
                assert 0 == (await asyncio.to_thread(run, environment, *add)).returncode

                async def done() -> bool:
                    for worker in workers:
                        worker.check()
                    told = await asyncio.to_thread(_status, environment, broker)
                    ended = [line for line in told if line.get("phase") == "parked"]
                    return bool(ended) and not any(line.get("lag") for line in told)

                await until(done, within_s=400.0)
                for worker in workers:
                    await worker.stop()
            finally:
                for worker in workers:
                    await worker.kill()
            found = lines(tmp_path / "0" / "objects.jsonl")
            assert [] == doubled(found)
            assert coverage(found, source.truth) >= 0.95

    asyncio.run(crawl())
    assert [] == [p for p in tmp_path.rglob("*") if p.is_file() and _holds_a_secret(p)]


def _parts() -> list[tuple[int, str]]:
    return list(enumerate(SPLIT))


def _worker(environment: dict[str, str], broker: str, folder: Path, roles: str) -> Supervised:
    more = ["-o", str(folder / "objects.jsonl")] if "deliver" in roles else []
    options = ["--roles", roles, "--broker", broker, "-d", str(folder), "--allow", LOOPBACK]
    command = ["-m", "upwell", "worker", *options, *more]
    return Supervised(*command, environment=environment)


def _status(environment: dict[str, str], broker: str) -> list[dict[str, Any]]:
    printed = run(environment, "status", "--json", "--broker", broker)
    return [json.loads(text) for text in printed.stdout.splitlines()]


def _holds_a_secret(path: Path) -> bool:
    return any(word.encode() in path.read_bytes() for word in USERS.values())


# What is wrong with the settings, the exit code, what the one line names.
WRONG = [
    ({"UPWELL_KAFKA_PASSWORD": "wrong-s3cret"}, EXIT_CONFIG, ["kafka_user", "kafka_password"]),
    ({"UPWELL_KAFKA_CA": "{other}"}, EXIT_CONFIG, ["kafka_ca"]),
    ({"UPWELL_KAFKA_CA": "{missing}"}, EXIT_CONFIG, ["kafka_ca", "no PEM file"]),
    ({"UPWELL_KAFKA_TLS": "false", "UPWELL_KAFKA_CA": ""}, EXIT_CONFIG, ["kafka_tls"]),
    ({"UPWELL_KAFKA_USER": ""}, EXIT_CONFIG, ["kafka_user"]),
]


@pytest.mark.parametrize(("changed", "code", "named"), WRONG)
def test_a_wrong_setting_is_one_line_that_names_it(
    kafka: SecuredKafka, changed: dict[str, str], code: int, named: list[str]
) -> None:
    files = {"other": kafka.directory / "other.pem", "missing": kafka.directory / "nowhere.pem"}
    environment = kafka.environment("PLAIN")
    for name, text in changed.items():
        environment[name] = text.format(**files)
        if not text:
            del environment[name]
    _refused(run(environment, "status", "--broker", f"{kafka.url}/ring-x-"), code, named)


def test_a_broker_under_another_name_than_its_certificates_is_refused(kafka: SecuredKafka) -> None:
    broker = kafka.url.replace("localhost", "127.0.0.1")
    refused = run(kafka.environment("PLAIN"), "status", "--broker", f"{broker}/ring-x-")
    _refused(refused, EXIT_CONFIG, ["--broker", "certificate"])


def test_a_broker_without_tls_is_told_from_none(kafka: SecuredKafka) -> None:
    environment = kafka.environment("PLAIN")
    broker = f"kafka://localhost:{kafka.open_port}/ring-x-"
    _refused(run(environment, "status", "--broker", broker), EXIT_CONFIG, ["kafka_tls"])
    _refused(
        run(environment, "status", "--broker", "kafka://localhost:1"), EXIT_BROKER, ["answers"]
    )


def test_a_right_that_is_missing_is_one_line_that_names_the_acl(
    tmp_path: Path, kafka: SecuredKafka
) -> None:
    """First nothing is allowed, then the topics, then the changelogs, then the groups."""
    environment = kafka.environment("PLAIN", KAFKA_USER="poor", KAFKA_PASSWORD=USERS["poor"])
    broker = ["--broker", f"{kafka.url}/poor-"]
    create = ["topics", "--create", *broker]
    _refused(run(environment, *create), EXIT_CONFIG, ["ACL", "Create", "poor-"])
    for topic in TOPICS:
        asyncio.run(kafka.allow("poor", TOPIC, f"poor-{topic.name}"))
    _refused(run(environment, *create), EXIT_CONFIG, ["ACL", "Create", "state-changelog"])
    asyncio.run(kafka.allow("poor", TOPIC, "poor-upwell"))
    assert 0 == run(environment, *create).returncode
    worker = run(environment, "worker", *broker, "-d", str(tmp_path), "--roles", "fetch")
    _refused(worker, EXIT_CONFIG, ["ACL", "group", "poor-fetch"])
    asyncio.run(kafka.allow("poor", GROUP, "poor-"))
    assert 0 == run(environment, "status", *broker).returncode


def _refused(ended: subprocess.CompletedProcess[str], code: int, named: list[str]) -> None:
    said = [line for line in ended.stderr.splitlines() if line.startswith("upwell: ")]
    assert (code, 1) == (ended.returncode, len(said)), ended.stderr
    assert [] == [name for name in named if name not in said[0]], said
    assert not any(word in ended.stderr + ended.stdout for word in USERS.values())
