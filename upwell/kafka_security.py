"""How Kafka is connected to, from the settings: TLS files, passwords, token functions."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from upwell.errors import ConfigError
from upwell.streams.log.kafka.security import OAUTH, Security

from .config import Settings


def security_of(known: Settings) -> Security:
    """What the settings say of the cluster.

    Raises
    ------
    ConfigError
        If they do not fit together, or a file or function that they name is not there.
    """
    _require_whole(known)
    return Security(
        tls=known.kafka_tls,
        ca=known.kafka_ca,
        certificate=known.kafka_certificate,
        key=known.kafka_key,
        mechanism=known.kafka_mechanism,
        user=known.kafka_user,
        password=_password(known),
        token=_token(known.kafka_token) if known.kafka_mechanism == OAUTH else None,
        replication=known.kafka_replication,
        min_insync=known.kafka_min_insync,
    )


def _require_whole(known: Settings) -> None:
    """Refuse settings of which one needs another."""
    mechanism = known.kafka_mechanism
    if mechanism == "PLAIN" and not known.kafka_tls:
        raise ConfigError(
            "kafka_mechanism = PLAIN sends the password as it is: set kafka_tls, or use SCRAM"
        )
    if mechanism == OAUTH and not known.kafka_token:
        raise ConfigError("kafka_mechanism = OAUTHBEARER needs kafka_token = module:function")
    if mechanism and mechanism != OAUTH and not known.kafka_user:
        raise ConfigError(f"kafka_mechanism = {mechanism} needs kafka_user and its password")
    if known.kafka_user and not mechanism:
        raise ConfigError("kafka_user is set, but kafka_mechanism is not; SCRAM-SHA-512 is usual")
    if (known.kafka_ca or known.kafka_certificate) and not known.kafka_tls:
        raise ConfigError("kafka_ca and kafka_certificate mean nothing without kafka_tls")


def _password(known: Settings) -> str:
    if known.kafka_password_file is None:
        return known.kafka_password
    if known.kafka_password:
        raise ConfigError("kafka_password and kafka_password_file exclude each other")
    try:
        return known.kafka_password_file.read_text("utf-8").strip("\r\n")
    except (OSError, ValueError) as error:
        raise ConfigError(f"kafka_password_file = {known.kafka_password_file}: {error}") from None


def _token(named: str) -> Callable[[], str]:
    module, _, name = named.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(f"kafka_token = {named}: {error}; write module:function") from None
    if not callable(found):
        raise ConfigError(f"kafka_token = {named} is no function")
    token: Callable[[], str] = found
    return token
