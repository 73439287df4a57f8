"""`upwell source`: the list, and what its options make of a site."""

from __future__ import annotations

import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from upwell.errors import ConfigError
from upwell.sources import FAMILIES, serve
from upwell.sources.server import ADDRESS, serving
from upwell.sources.site import Site
from upwell.sources.starting import pages_of

UPWELL = [sys.executable, "-m", "upwell"]


def test_the_list_names_every_family_and_what_is_special_of_it() -> None:
    printed = subprocess.run(
        [*UPWELL, "source", "list"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    words = set(printed.split())
    assert [] == [name for name in FAMILIES if name not in words]
    assert {"XHTML", "post,", "404"} <= words


def test_options_reach_the_site() -> None:
    command = [*UPWELL, "source", "shop", "--size", "30", "--refuse", "1", "--crawl-delay", "4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        url = process.stdout.readline().decode().strip()
        assert url.startswith(f"http://{ADDRESS}:")
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(url, timeout=10)
        assert refused.value.code in (429, 503)
        assert "1" == refused.value.headers["Retry-After"]
        process.terminate()
        assert 0 == process.wait(timeout=20)


async def test_an_unknown_source_and_a_taken_port_are_the_operators_errors() -> None:
    with pytest.raises(ConfigError, match="there are: "):
        await serve("bazaar")
    async with await serving(Site(pages_of(FAMILIES["catalogue"], 1, 10))) as source:
        port = int(source.url.rstrip("/").rpartition(":")[2])
        with pytest.raises(ConfigError, match=f"cannot listen on {ADDRESS}:{port}"):
            await serve("catalogue", port, size=10)
