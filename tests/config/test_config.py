"""Each setting comes from the first place that names it, and says which."""

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from upwell.cli.main import run
from upwell.config import FILE, SITE_SETTINGS, Settings, resolve, settings
from upwell.errors import ConfigError

ROOT = Path(__file__).resolve().parents[2]
SITE = '[site."shop.test"]\n'


def found(
    tmp_path: Path,
    file: str | None = None,
    environment: dict[str, str] | None = None,
    site: str | None = None,
    **flags: Any,
) -> dict[str, tuple[Any, str]]:
    if file is not None:
        (tmp_path / FILE).write_text(file, "utf-8")
    out = resolve(flags, site=site, environment=environment or {}, folder=tmp_path)
    return {name: tuple(setting) for name, setting in out.items()}


def test_without_anything_every_setting_is_its_default(tmp_path: Path) -> None:
    resolved = found(tmp_path)
    assert set(resolved) == set(Settings.model_fields)
    assert {origin for _, origin in resolved.values()} == {"default"}
    assert resolved["delay"] == (1.0, "default")


@pytest.mark.parametrize("given", list(product([False, True], repeat=4)))
def test_the_first_of_flag_variable_section_and_file_counts(
    tmp_path: Path, given: tuple[bool, bool, bool, bool]
) -> None:
    flag, variable, section, general = given
    resolved = found(
        tmp_path,
        file=("delay = 4\n" if general else "") + SITE + ("delay = 3\n" if section else ""),
        environment={"UPWELL_DELAY": "2"} if variable else {},
        site="shop.test",
        delay=1.5 if flag else None,
    )
    order = [
        (1.5, "--delay"),
        (2.0, "UPWELL_DELAY"),
        (3.0, 'upwell.toml [site."shop.test"]'),
        (4.0, "upwell.toml"),
    ]
    expected = [place for place, is_given in zip(order, given, strict=True) if is_given]
    assert resolved["delay"] == [*expected, (1.0, "default")][0]


def test_a_section_is_for_its_own_site(tmp_path: Path) -> None:
    file = SITE + "delay = 3\n"
    assert found(tmp_path, file, site="other.test")["delay"] == (1.0, "default")
    assert found(tmp_path, file)["delay"] == (1.0, "default")


def test_texts_of_the_environment_become_values(tmp_path: Path) -> None:
    environment = {
        "UPWELL_ALLOW": "127.0.0.0/8, ::1/128",
        "UPWELL_WATCH": "no",
        "UPWELL_MAX_PAGES": "12",
        "UPWELL_DIR": "/var/lib/upwell",
        "HOME": "/root",
        "UPWELL_DATA": "not a setting",
    }
    values = settings(resolve(environment=environment, folder=tmp_path))
    assert values.allow == ["127.0.0.0/8", "::1/128"]
    assert values.watch is False
    assert values.max_pages == 12
    assert values.dir == Path("/var/lib/upwell")


# file, environment, flags, what the message says
UNKNOWN = [
    ("dealy = 1\n", {}, {}, r"unknown setting dealy in upwell.toml; the nearest is delay"),
    ("", {"UPWELL_MAXPAGES": "3"}, {}, r"UPWELL_MAXPAGES; the nearest is UPWELL_MAX_PAGES"),
    ("", {}, {"max_page": 3}, r"--max-page; the nearest is --max-pages"),
    (
        SITE + "dlay = 1\n",
        {},
        {},
        r'dlay in upwell.toml \[site."shop.test"\]; the nearest is delay',
    ),
    (SITE + "broker = 'x'\n", {}, {}, r"broker in .*no setting of one site; write it above"),
    ("[sites]\n", {}, {}, r"unknown setting sites"),
]


@pytest.mark.parametrize(("file", "environment", "flags", "words"), UNKNOWN)
def test_an_unknown_name_tells_the_nearest(
    tmp_path: Path, file: str, environment: dict[str, str], flags: dict[str, Any], words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        found(tmp_path, file, environment, **flags)


# file, environment, what the message says
UNFIT = [
    ("delay = -1\n", {}, r"delay = -1 \(from upwell.toml\): .*greater than or equal to 0"),
    ("", {"UPWELL_SEED": "many"}, r"seed = 'many' \(from UPWELL_SEED\): .*valid integer"),
    ("allow = ['localhost']\n", {}, r"'localhost' is not a network such as 127.0.0.0/8"),
    ("roles = ['plan', 'cook']\n", {}, r"no role 'cook'"),
    (SITE + "probes = 'x'\n", {}, r'probes = .* \(from upwell.toml \[site."shop.test"\]\)'),
    ("delay = \n", {}, r"upwell.toml: cannot be read"),
    ("site = 3\n", {}, r"a site has a section of its own"),
    ("revisits = 0\n", {}, r"revisits = 0 \(from upwell.toml\): input should be greater than 0"),
    (SITE + 'watch = "perhaps"\n', {}, r"watch = 'perhaps'"),
    ("", {"UPWELL_BROKER": "kafak://one:9092"}, r"from UPWELL_BROKER.*expected upwell:///dir"),
    ("broker = 'kafka://[one'\n", {}, r"from upwell.toml.*cannot be read"),
]


@pytest.mark.parametrize(("file", "environment", "words"), UNFIT)
def test_a_value_that_does_not_fit_names_its_place(
    tmp_path: Path, file: str, environment: dict[str, str], words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        found(tmp_path, file, environment)


def test_every_setting_is_described_and_a_sites_settings_are_settings() -> None:
    assert all(field.description for field in Settings.model_fields.values())
    assert set(Settings.model_fields) >= SITE_SETTINGS


@pytest.mark.parametrize(
    "broker",
    [
        "kafka://me:secret@one:9092",
        "kafka://me:se/secret#x@one:9092/shop-",
        "kafka://secret@one:9092",
        "me:secret@one:9092",
        "upwell://me:secret@one/log",
        "kafka://one:9092?password=secret",
    ],
)
def test_a_password_in_a_broker_url_is_refused_and_not_shown(tmp_path: Path, broker: str) -> None:
    with pytest.raises(ConfigError) as caught:
        found(tmp_path, broker=broker)
    assert "secret" not in str(caught.value)
    assert "--broker" in str(caught.value)


def test_every_variable_that_the_project_names_is_accepted(tmp_path: Path) -> None:
    """What a page, a build or a test asks to be set must not stop a command that reads settings."""
    texts = ["Makefile", "setup.py", ".ci/run", "README.md", "CONTRIBUTING.md"]
    rooms = [("docs", "*.md"), ("docker", "*"), ("tests", "*.py"), ("benchmarks", "*.py")]
    paths = [ROOT / name for name in texts]
    paths += [p for room, kind in rooms for p in (ROOT / room).rglob(kind) if p.is_file()]
    paths.remove(Path(__file__))
    named = {
        variable
        for path in paths
        for variable in re.findall(
            r"environ.*?(UPWELL_\w+)" if path.suffix == ".py" else r"\bUPWELL_\w*[A-Z]\b",
            path.read_text("utf-8"),
        )
    }
    settings_of = {f"UPWELL_{name.upper()}" for name in Settings.model_fields}
    assert "UPWELL_PURE" in named
    found(tmp_path, environment=dict.fromkeys(named - settings_of, "1"))


def test_config_writes_each_setting_with_its_value_and_its_origin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UPWELL_SEED", "7")
    assert 0 == run(["config", "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert list(Settings.model_fields) == [line["name"] for line in lines]
    assert {"name": "seed", "value": 7, "origin": "UPWELL_SEED"} in lines
