"""A real Apache Kafka that lets in nobody without TLS, a login and rights."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any, ClassVar

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.protocol.api import Request, RequestStruct, Response
from aiokafka.protocol.types import Array, Int8, Int16, Int32, Schema, String

from tests.kafka_server import KafkaServer, free_ports

USERS = {"ring": "ring-s3cret", "poor": "poor-s3cret"}
SCRAM = ("SCRAM-SHA-256", "SCRAM-SHA-512")
TOPIC, GROUP, PREFIXED, EVERYTHING, ALLOW = 2, 3, 4, 2, 3  # as the protocol numbers them
_LOGIN = "org.apache.kafka.common.security"


def token() -> str:
    """A token of OAUTHBEARER that says it is `ring`; the test's broker takes unsigned ones."""
    now = int(time.time())
    parts = [{"alg": "none"}, {"sub": "ring", "iat": now, "exp": now + 3600}]
    packed = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in parts]
    return b".".join([*packed, b""]).decode()


class SecuredKafka(KafkaServer):
    """A broker called `localhost`, with users that may use what begins with their own name."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        directory.mkdir(parents=True, exist_ok=True)
        (self._open_port,) = free_ports(1)
        self.url = f"kafka://localhost:{self.port}"
        self.ca = directory / "ca.pem"
        self._certificates()
        extra = directory / "extra.properties"
        extra.write_text(self._properties())
        added = [f"{how}=[name={user},password={word}]" for how in SCRAM for user, word in _users()]
        self.also(extra, " ".join(f"--add-scram {each}" for each in added))

    @property
    def open_port(self) -> int:
        """Of the broker itself and of whoever administers it."""
        return self._open_port

    def start(self) -> None:
        """Start, and give each user its rights."""
        super().start()
        asyncio.run(self.allow("ring", TOPIC, "ring-"))
        asyncio.run(self.allow("ring", GROUP, "ring-"))

    async def allow(self, user: str, kind: int, prefix: str, operation: int = EVERYTHING) -> None:
        """Add a right: to topics or groups whose names begin so."""
        admin = AIOKafkaAdminClient(bootstrap_servers=f"127.0.0.1:{self._open_port}")
        await admin.start()
        try:
            row = (kind, prefix, PREFIXED, f"User:{user}", "*", operation, ALLOW)
            answer = await admin._send_request(_Allow([row]))
            assert [0] == [code for code, _ in answer.results], answer
        finally:
            await admin.close()

    def environment(self, mechanism: str, **more: str) -> dict[str, str]:
        """What a process of ours needs to be let in."""
        login = {"KAFKA_TOKEN": "tests.secured_kafka:token"} if mechanism == "OAUTHBEARER" else {}
        if not login:
            login = {"KAFKA_USER": "ring", "KAFKA_PASSWORD": USERS["ring"]}
        settings = {"KAFKA_TLS": "true", "KAFKA_CA": str(self.ca), "KAFKA_MECHANISM": mechanism}
        return {
            **os.environ,
            **{f"UPWELL_{n}": v for n, v in {**settings, **login, **more}.items()},
        }

    def _properties(self) -> str:
        plain = " ".join(f'user_{user}="{word}"' for user, word in USERS.items())
        broker, internal = f"BROKER://localhost:{self.port}", f"127.0.0.1:{self._open_port}"
        controller = self._settings["KAFKA_CONTROLLER_PORT"]
        return f"""
listeners={broker},INTERNAL://{internal},CONTROLLER://127.0.0.1:{controller}
advertised.listeners={broker},INTERNAL://{internal}
listener.security.protocol.map=BROKER:SASL_SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=INTERNAL
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER
listener.name.broker.plain.sasl.jaas.config={_LOGIN}.plain.PlainLoginModule required {plain};
listener.name.broker.scram-sha-256.sasl.jaas.config={_LOGIN}.scram.ScramLoginModule required;
listener.name.broker.scram-sha-512.sasl.jaas.config={_LOGIN}.scram.ScramLoginModule required;
listener.name.broker.oauthbearer.sasl.jaas.config=\
{_LOGIN}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";
ssl.keystore.type=PEM
ssl.keystore.location={self.directory / "broker.pem"}
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS
"""

    def _certificates(self) -> None:
        """An authority, another that nobody trusts, and the broker's certificate for localhost."""
        for name in ("ca", "other"):
            self._openssl(
                "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=authority "
                f"-keyout {name}.key -out {name}.pem"
            )
        self._openssl(
            "req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout broker.key -out broker.csr"
        )
        (self.directory / "names.cnf").write_text("subjectAltName=DNS:localhost\n")
        self._openssl(
            "x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 "
            "-extfile names.cnf -out broker.crt"
        )
        key, chain = (self.directory / "broker.key", self.directory / "broker.crt")
        (self.directory / "broker.pem").write_text(key.read_text() + chain.read_text())

    def _openssl(self, arguments: str) -> None:
        command = ["openssl", *arguments.split()]
        subprocess.run(command, cwd=self.directory, check=True, capture_output=True)


def _users() -> list[tuple[str, str]]:
    return list(USERS.items())


class _Allowed(Response):  # type: ignore[misc]
    API_KEY = 30
    API_VERSION = 1
    SCHEMA = Schema(
        ("throttle_time_ms", Int32),
        ("results", Array(("error_code", Int16), ("error_message", String("utf-8")))),
    )


class _AskAllow(RequestStruct):  # type: ignore[misc]
    API_KEY = 30
    API_VERSION = 1
    RESPONSE_TYPE: ClassVar[Any] = _Allowed
    SCHEMA = Schema(
        (
            "creations",
            Array(
                ("resource_type", Int8),
                ("resource_name", String("utf-8")),
                ("pattern_type", Int8),
                ("principal", String("utf-8")),
                ("host", String("utf-8")),
                ("operation", Int8),
                ("permission_type", Int8),
            ),
        )
    )


class _Allow(Request[_AskAllow]):  # type: ignore[misc]
    API_KEY = 30

    def __init__(self, rows: list[tuple[int, str, int, str, str, int, int]]) -> None:
        self._rows = rows

    def build(self, request_struct_class: type[_AskAllow]) -> _AskAllow:
        return request_struct_class(self._rows)
