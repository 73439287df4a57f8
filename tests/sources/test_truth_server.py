"""The truth is out of a crawler's reach: another process, another port, a token nobody tells."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest

from upwell.cli.crawls.demo import running_source
from upwell.sources import FAMILIES, serve
from upwell.sources.pages.addresses import Asked
from upwell.sources.starting import pages_of

TOKEN = "a token that only the test knows"
ROUTES = ["page", "matching", "records"]


@pytest.fixture(scope="module")
def truth_url() -> Iterator[str]:
    command = [sys.executable, "-m", "upwell.sources.truth_server", "catalogue"]
    command += ["--seed", "3", "--size", "60"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{TOKEN}\n")
        process.stdin.flush()
        yield process.stdout.readline().strip()
        process.terminate()


def told(url: str, token: str = TOKEN) -> Any:
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


async def test_it_tells_what_the_truth_in_the_process_of_the_site_tells(truth_url: str) -> None:
    async with await serve("catalogue", seed=3, size=60, frozen=True) as source:
        url = source.truth.search_url("the")
        here = source.truth.page(url)
        there = told(f"{truth_url}page?url={quote(url, safe='')}")
        matching = told(f"{truth_url}matching?query=the")
        assert sorted(source.truth.matching("the")) == matching
    assert [one.record for one in here.objects] == [one["record"] for one in there["objects"]]
    assert [dict(one.fields) for one in here.objects] == [one["fields"] for one in there["objects"]]
    assert (list(here.regions), here.page_class) == (there["regions"], there["page_class"])
    assert 60 == len(told(f"{truth_url}records"))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("token", ["", "guess", TOKEN[:-1]])
def test_who_brings_no_token_is_told_nothing(truth_url: str, route: str, token: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        told(f"{truth_url}{route}?query=the&url=%2F", token)
    assert 403 == refused.value.code


def test_without_a_token_it_does_not_start() -> None:
    command = [sys.executable, "-m", "upwell.sources.truth_server", "catalogue", "--size", "5"]
    ended = subprocess.run(command, input="\n", capture_output=True, text=True, timeout=60)
    assert (2, "") == (ended.returncode, ended.stdout)


async def test_the_site_has_no_way_to_the_truth_and_its_pages_no_mark() -> None:
    async with (
        await serve("catalogue", seed=3, size=60, traps=True) as source,
        aiohttp.ClientSession() as web,
    ):
        headers = {"Authorization": f"Bearer {TOKEN}"}
        for route in [*ROUTES, "truth", "truth/page", "api/truth"]:
            async with web.get(f"{source.url}{route}?url=/&query=the", headers=headers) as answer:
                assert 404 == answer.status
                assert "data-truth" not in await answer.text()
        for path in ("", source.truth.search_url("the")[len(source.url) :]):
            async with web.get(source.url + path) as answer:
                assert "data-truth" not in await answer.text()


@pytest.mark.parametrize("name", FAMILIES)
def test_no_served_template_holds_a_mark(name: str) -> None:
    pages = pages_of(FAMILIES[name], 1, 40)
    asked = Asked("item", key=str(next(iter(pages.database.by_id))))
    assert "data-truth" not in pages.page(asked, 1).text
    assert "data-truth" in pages.page(asked, 1, marked=True).text


def test_a_crawlers_process_does_not_hold_the_sources_and_is_not_told_the_token(
    truth_url: str,
) -> None:
    """Beside a running source and a running truth server, as tests and benchmarks start them."""
    code = (
        "import sys, os, json, upwell.crawling, upwell.agents.worker;"
        "print(json.dumps([sorted(sys.modules), dict(os.environ), sys.argv]))"
    )
    with running_source("catalogue", seed=3, size=20):
        command = [sys.executable, "-c", code]
        printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    modules, environment, arguments = json.loads(printed.stdout)
    assert "upwell.agents.worker" in modules
    assert [] == [name for name in modules if name.startswith("upwell.sources")]
    port = truth_url.rstrip("/").rpartition(":")[2]
    assert TOKEN not in " ".join([*environment.values(), *arguments])
    assert [] == [name for name, value in environment.items() if value in (port, truth_url)]
