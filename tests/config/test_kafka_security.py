"""Settings of a secured Kafka fit together, and none of them is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from upwell.config import Settings, resolve
from upwell.errors import ConfigError
from upwell.kafka_security import security_of


def secured(**settings: Any) -> Any:
    return security_of(Settings(**{f"kafka_{name}": value for name, value in settings.items()}))


def a_token() -> str:
    return "made.by.hand"


def test_a_password_comes_from_its_file_and_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("pass word\n")
    found = secured(mechanism="SCRAM-SHA-512", user="me", password_file=file)
    assert "pass word" == found.arguments()["sasl_plain_password"]
    assert "pass word" not in repr(found)
    assert "SASL_PLAINTEXT" == found.protocol


def test_a_tokens_function_is_asked_each_time() -> None:
    found = secured(tls=True, mechanism="OAUTHBEARER", token=f"{__name__}:a_token")
    assert "made.by.hand" == found.token()
    assert "SASL_SSL" == found.protocol


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"mechanism": "PLAIN", "user": "me", "password": "x"}, "kafka_tls"),
        ({"mechanism": "SCRAM-SHA-256"}, "kafka_user"),
        ({"user": "me"}, "kafka_mechanism"),
        ({"mechanism": "OAUTHBEARER", "tls": True}, "kafka_token"),
        ({"mechanism": "OAUTHBEARER", "tls": True, "token": "nowhere:x"}, "kafka_token"),
        ({"ca": Path("ca.pem")}, "kafka_tls"),
        (
            {"mechanism": "SCRAM-SHA-256", "user": "me", "password_file": Path("nowhere")},
            "kafka_password_file",
        ),
    ],
)
def test_what_does_not_fit_together_names_the_setting(settings: Any, named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        secured(**settings)


def test_no_flag_names_a_login() -> None:
    with pytest.raises(ConfigError, match="UPWELL_KAFKA_PASSWORD"):
        resolve({"set": ["kafka_password=x"]}, environment={}, folder=Path("/nowhere"))
