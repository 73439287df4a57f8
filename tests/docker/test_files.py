"""The files of docker/ keep the rules that linters of such files have."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from upwell.cli.commands import loaded
from upwell.config import PREFIX, ROLES, Settings

from . import dockerfile
from .compose import load

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / "docker" / "Dockerfile"
COMPOSE = ROOT / "docker" / "compose.yml"
STAGES = dockerfile.stages(DOCKERFILE)
SERVICES: dict[str, Any] = load(COMPOSE)["services"]
OURS = [name for name in SERVICES if name != "kafka"]


def test_every_base_has_a_version() -> None:
    for stage in STAGES:
        image = stage[0].text.split()[0]
        assert re.search(r":\d+\.\d+", image), image
    assert re.search(r":\d+\.\d+\.\d+$", SERVICES["kafka"]["image"])


def test_the_image_runs_as_somebody_without_rights() -> None:
    """By number, so that an engine that demands it can tell that it is not root."""
    user, group = dockerfile.last(STAGES[-1], "USER").split(":")
    assert int(user) >= 10_000
    assert int(group) >= 10_000
    after = [
        said.name
        for said in STAGES[-1][
            STAGES[-1].index(dockerfile.Instruction("USER", f"{user}:{group}")) :
        ]
    ]
    assert [] == [name for name in after if name in ("RUN", "COPY", "ADD")]


def test_instructions_are_those_that_linters_like() -> None:
    for stage in STAGES:
        for said in stage:
            assert said.name not in ("ADD", "MAINTAINER", "SHELL"), said
            if said.name in ("ENTRYPOINT", "CMD"):
                assert dockerfile.exec_form(said.text)
            if said.name == "WORKDIR":
                assert said.text.startswith("/")
            if said.name == "RUN":
                assert "sudo" not in said.text
                assert "apt-get" not in said.text
                for step in said.text.split("&&"):
                    if re.search(r"\bpip (install|wheel)\b", step):
                        assert "--no-cache-dir" in step


def test_the_image_holds_wheels_and_no_sources() -> None:
    copied = [said.text for said in STAGES[-1] if said.name == "COPY"]
    assert ["--from=build /wheels /wheels"] == copied


def test_only_what_the_wheel_needs_is_sent_to_the_engine() -> None:
    first, *rest = [
        line
        for line in (ROOT / "docker/Dockerfile.dockerignore").read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    assert "*" == first
    allowed = {line[1:] for line in rest if line.startswith("!")}
    assert set() == {name for name in allowed if not (ROOT / name).exists()}
    assert allowed.isdisjoint({".git", ".venv", "tests"})


@pytest.mark.parametrize("name", OURS)
def test_a_service_writes_only_where_it_says(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert ["/tmp"] == service["tmpfs"]
    assert ["ALL"] == service["cap_drop"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert ["/data"] == [volume.rpartition(":")[2] for volume in service["volumes"]]
    assert "/data" == dockerfile.environment(STAGES[-1])["UPWELL_DIR"]


@pytest.mark.parametrize("name", OURS)
def test_a_service_is_started_again_a_bounded_number_of_times(name: str) -> None:
    assert re.fullmatch(r"on-failure:\d+", SERVICES[name]["restart"])
    assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) >= 60
    assert "service_healthy" == SERVICES[name]["depends_on"]["kafka"]["condition"]


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting_and_every_option_exists(name: str) -> None:
    settings = {PREFIX + setting.upper() for setting in Settings.model_fields}
    known = {*SERVICES[name]["environment"], *dockerfile.environment(STAGES[-1])}
    assert set() == {said for said in known if said.startswith(PREFIX)} - settings
    command, *options = shlex.split(SERVICES[name]["command"])
    spelled = {opt for option in loaded(command).params for opt in option.opts}
    assert set() == {option for option in options if option.startswith("-")} - spelled


def test_the_services_share_out_every_role_and_one_delivers() -> None:
    roles = []
    for name in OURS:
        words = shlex.split(SERVICES[name]["command"])
        roles += words[words.index("--roles") + 1].split(",")
    assert sorted(ROLES) == sorted(roles)
    assert "deploy" not in SERVICES["deliver"]


def test_every_named_volume_is_declared() -> None:
    named = {
        volume.partition(":")[0]
        for service in SERVICES.values()
        for volume in service["volumes"]
        if not volume.startswith("/")
    }
    assert named == set(load(COMPOSE)["volumes"])


@pytest.mark.parametrize("text", ["a: b: c", "a:\n  - [1]", "a: 1\na: 2", 'a: "b', "a b"])
def test_what_the_reader_does_not_understand_is_an_error(text: str, tmp_path: Path) -> None:
    """So that a file it reads is read whole."""
    (tmp_path / "compose.yml").write_text(text)
    with pytest.raises(AssertionError):
        load(tmp_path / "compose.yml")
