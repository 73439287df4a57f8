"""How Kafka is spoken to: TLS, SASL, replication. Of the process, and in no URL.

Lists of processes and logs show URLs, and every client of a process speaks to one cluster: the
door says it once with `use`, and every client is made with `arguments`.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiokafka.abc import AbstractTokenProvider

from upwell.errors import ConfigError

OAUTH = "OAUTHBEARER"
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", OAUTH)


@dataclass(frozen=True, slots=True)
class Security:
    """The security settings of a cluster's clients.

    Parameters
    ----------
    tls
        Brokers are asked over TLS, their certificates and host names verified.
    ca
        PEM file of the authorities that are trusted; None: those of the machine.
    certificate, key
        PEM files by which this client shows itself.
    mechanism
        Of SASL, one of `MECHANISMS`; empty: none.
    user, password
        Of PLAIN and SCRAM.
    token
        Gives a token of OAUTHBEARER, each time one is needed.
    replication, min_insync
        Of topics and changelogs that are made; None: the cluster's own.
    """

    tls: bool = False
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    mechanism: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    token: Callable[[], str] | None = field(default=None, repr=False)
    replication: int | None = None
    min_insync: int | None = None

    @property
    def protocol(self) -> str:
        """The security protocol by Kafka's name."""
        transport = "SSL" if self.tls else "PLAINTEXT"
        return f"SASL_{transport}" if self.mechanism else transport

    def context(self) -> ssl.SSLContext | None:
        """The TLS context that verifies the brokers; None without TLS."""
        if not self.tls:
            return None
        try:
            made = ssl.create_default_context(cafile=self.ca)
        except OSError as error:
            raise ConfigError(
                f"kafka_ca = {self.ca}: no PEM file of authorities: {error}"
            ) from None
        if self.certificate is not None:
            try:
                made.load_cert_chain(self.certificate, self.key)
            except OSError as error:
                raise ConfigError(
                    f"kafka_certificate = {self.certificate} with kafka_key = {self.key}: {error}"
                ) from None
        return made

    def arguments(self) -> dict[str, Any]:
        """Arguments of every aiokafka client."""
        found: dict[str, Any] = {"security_protocol": self.protocol, "ssl_context": self.context()}
        if self.mechanism == OAUTH:
            found |= {"sasl_mechanism": OAUTH, "sasl_oauth_token_provider": _Tokens(self.token)}
        elif self.mechanism:
            found |= {
                "sasl_mechanism": self.mechanism,
                "sasl_plain_username": self.user,
                "sasl_plain_password": self.password,
            }
        return found

    def credentials(self) -> Any:
        """The credentials of the cluster for Faust; None for a cluster that asks none."""
        import faust  # only workers have it

        context = self.context()
        if self.mechanism == OAUTH:
            return faust.auth.OAuthCredentials(oauth_cb=_Tokens(self.token), ssl_context=context)
        if self.mechanism:
            return faust.SASLCredentials(
                username=self.user,
                password=self.password,
                mechanism=self.mechanism,
                ssl_context=context,
            )
        return faust.SSLCredentials(context) if context is not None else None

    def topic_settings(self) -> dict[str, str]:
        """Settings of topics and changelogs that are made."""
        return {} if self.min_insync is None else {"min.insync.replicas": str(self.min_insync)}


class _Tokens(AbstractTokenProvider):  # type: ignore[misc]
    def __init__(self, token: Callable[[], str] | None) -> None:
        self._token = token

    async def token(self) -> str:
        """A token from the operator's own function."""
        return self._token() if self._token is not None else ""


_chosen = Security()


def use(security: Security) -> None:
    """Every client that is made from now on keeps to it."""
    global _chosen
    _chosen = security


def current() -> Security:
    """The security settings in force in this process."""
    return _chosen
