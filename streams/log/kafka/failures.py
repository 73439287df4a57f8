"""What a Kafka cluster refused, in one line that names the setting or the right that is missing."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any

from aiokafka.conn import create_conn
from aiokafka.errors import (
    AuthenticationFailedError,
    ClusterAuthorizationFailedError,
    GroupAuthorizationFailedError,
    KafkaConnectionError,
    KafkaError,
    SaslAuthenticationFailed,
    TopicAuthorizationFailedError,
    UnsupportedSaslMechanismError,
)

from upwell.errors import BrokerError, ConfigError, UpwellError

from .security import MECHANISMS, current

PROBE_S = 5.0
_OTHER_HOST = 62  # X509_V_ERR_HOSTNAME_MISMATCH
_OTHER_ADDRESS = 64  # X509_V_ERR_IP_ADDRESS_MISMATCH


def refused(error: KafkaError, what: str) -> UpwellError:
    """The error of ours for one of Kafka's."""
    user = current().user or "this client"
    if isinstance(error, TopicAuthorizationFailedError):
        return ConfigError(
            f"Kafka: {what}: {user} may not use the topic {_names(error)}; the ACL that is "
            "missing: Read, Write and Describe on it (Create too, where nobody made it before)"
        )
    if isinstance(error, GroupAuthorizationFailedError):
        return ConfigError(
            f"Kafka: {what}: {user} may not join the group {_names(error)}; the ACL that is "
            "missing: Read and Describe on that group, or on all of the prefix"
        )
    if isinstance(error, ClusterAuthorizationFailedError):
        return ConfigError(
            f"Kafka: {what}: {user} may not do this on the cluster; the ACL that is missing: "
            "Describe (and IdempotentWrite before Kafka 2.8) on the cluster"
        )
    return BrokerError(f"Kafka: {what} failed: {error}; check the broker")


async def why_unreachable(servers: list[str]) -> UpwellError | None:
    """Why brokers that are there do not let us in; None where none is there.

    The client only says that it could not connect.
    """
    for server in servers:
        host, _, port = server.rpartition(":")
        try:
            async with asyncio.timeout(PROBE_S):
                connection = await create_conn(
                    host.strip("[]"), int(port), request_timeout_ms=4_000, **current().arguments()
                )
            connection.close()
        except ssl.SSLCertVerificationError as error:
            return _certificate(server, error)
        except UnsupportedSaslMechanismError:
            return ConfigError(
                f"Kafka at {server} does not know kafka_mechanism = {current().mechanism}; "
                f"ask its operator which of {', '.join(MECHANISMS)} it takes"
            )
        except (AuthenticationFailedError, SaslAuthenticationFailed):
            return ConfigError(f"Kafka at {server} does not let us in: {_login()}")
        except ssl.SSLError as error:
            return ConfigError(
                f"Kafka at {server} does not speak TLS with us ({error.reason or error}); "
                "check the port, kafka_tls, kafka_certificate and kafka_key"
            )
        except (ConnectionResetError, KafkaConnectionError):
            return _other_protocol(server)
        except (KafkaError, OSError, TimeoutError, ValueError):
            continue
        return _other_protocol(server)
    return None


def _certificate(server: str, error: ssl.SSLCertVerificationError) -> ConfigError:
    if error.verify_code in (_OTHER_HOST, _OTHER_ADDRESS):
        return ConfigError(
            f"the certificate of Kafka at {server} is another host's ({error.verify_message}); "
            "name the broker in --broker as its certificate does"
        )
    return ConfigError(
        f"the certificate of Kafka at {server} is signed by nobody that is trusted "
        f"({error.verify_message}); set kafka_ca to the PEM file of its authority"
    )


def _other_protocol(server: str) -> ConfigError:
    """Somebody is there and hangs up: one of the two speaks TLS, or wants a login."""
    ours = "with TLS" if current().tls else "without TLS"
    ours += f" and {current().mechanism}" if current().mechanism else " and without a login"
    return ConfigError(
        f"what answers at {server} does not go on {ours}; check kafka_tls, kafka_mechanism and "
        "the port"
    )


def _login() -> str:
    if current().mechanism == "OAUTHBEARER":
        return "check what kafka_token gives"
    return "check kafka_user, kafka_password and kafka_mechanism"


def _names(error: Any) -> str:
    found = error.args[0] if error.args else "asked for"
    names = found if isinstance(found, set | list | tuple | frozenset) else [found]
    return ", ".join(sorted(map(str, names)))
