"""Every command and option that others rely on is there."""

from __future__ import annotations

import pytest

from upwell.cli.commands import COMMANDS, loaded

OPTIONS = {
    "crawl": "-d -o --readings --max-pages --max-queries --coverage --delay --query --queries"
    " --query-log --entities --browse-only --no-browse --details --template --select --prevalence"
    " --allow-post --allow --ignore-robots --cookies --header --proxy --warc --set --patience"
    " --contact --watch --dashboard --fresh --broker",
    "demo": "",
    "serve": "-d --broker --host --port",
    "worker": "--roles --broker",
    "add": "--watch --allow-post --max-pages --query --template --set",
    "pause": "--resume",
    "status": "--json",
    "sites": "",
    "forget": "-d --broker",
    "report": "--json",
    "mcp": "",
    "objects": "--table --as-of",
    "history": "",
    "changes": "--follow --since --where --site -d",
    "schema": "",
    "explain": "--entropy --kinds",
    "export": "--as",
    "analyse": "-o --why --stream",
    "blocks": "-o --tree",
    "forms": "-o",
    "dedup": "-o",
    "select-queries": "--method --count --limit --sort --sample --overhead --seed --vocabulary"
    " --band --distance --linkage --delta --match --ordered",
    "source": "",
    "ingest": "",
    "replay": "",
    "topics": "--create --tail",
    "dead-letters": "--retry",
    "migrate": "--check",
    "doctor": "",
    "config": "--json",
    "shell": "",
    "bench": "--json",
}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_command_has_its_options(name: str) -> None:
    has = {option for one in loaded(name).params for option in one.opts}
    assert [] == [option for option in OPTIONS[name].split() if option not in has]


def test_a_feed_is_added_listed_tested_and_removed() -> None:
    assert {"add", "list", "test", "remove"} <= set(loaded("feed").commands)


def test_every_command_is_named() -> None:
    assert {*OPTIONS, "feed", "history"} == set(COMMANDS)
