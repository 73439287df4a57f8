"""The same database as another site: the proxy of the applications' folder, by a seed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from .application import Absent, Served
from .environment import QUIET, of_product

SEEDS = 1_000_000
STOP_S = 10.0
ANSWER_S = 10.0


@dataclass(frozen=True, slots=True)
class Entrance:
    """Where a crawl begins, and what stands between it and the application."""

    url: str
    dress: str | None = None  # seed of the dress
    features: tuple[str, ...] = ()  # what that seed changes

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    def harm(self) -> dict[str, int] | None:
        """Links that act, forms of others and foreign searches that were used; `harm` is all."""
        if self.dress is None:
            return None
        url = f"http://{self.host}/__dress__/harm"
        with urllib.request.urlopen(url, timeout=ANSWER_S) as answer:
            found: dict[str, int] = json.load(answer)
        return found


def drawn_seeds(commit: str, application: str, count: int) -> list[str]:
    """Seeds that nobody chose: they follow from a commit and the application's name.

    >>> one, two = drawn_seeds("3a1d4c3", "shop", 2)
    >>> drawn_seeds("3a1d4c3", "shop", 1) == [one], one == two
    (True, False)
    >>> drawn_seeds("3a1d4c4", "shop", 1) == [one]
    False
    """
    keys = (f"{commit}/{application}/{number}" for number in range(count))
    digests = (hashlib.sha256(key.encode()).digest() for key in keys)
    return [str(int.from_bytes(digest[:8], "big") % SEEDS) for digest in digests]


@contextmanager
def entrance(apps: Path, served: Served, dress: str | None, log: Path) -> Iterator[Entrance]:
    """The application as it is, or behind the proxy that dresses it, which then ends."""
    start = served.origin + served.page
    if dress is None:
        yield Entrance(start)
        return
    script = [sys.executable, str(apps / "dress.py")]
    folder = str(served.application.folder)
    with log.open("w") as errors:
        proxy = subprocess.Popen(
            [
                *script,
                "serve",
                urlsplit(served.origin).netloc,
                "0",
                "--seed",
                dress,
                "--app",
                folder,
            ],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=_environment(),
        )
        try:
            assert proxy.stdout is not None
            ready = proxy.stdout.readline().split()
            if ready[:1] != ["READY"]:
                raise Absent(f"{served.application.name} is not dressed by {dress}: see {log}")
            at = urlsplit(ready[1]).netloc
            url = _output([*script, "url", "--seed", dress, "--to", "dressed", "--at", at, start])
            features = tuple(json.loads(_output([*script, "describe", "--seed", dress])))
            yield Entrance(url.strip(), dress, features)
        finally:
            proxy.terminate()
            try:
                proxy.wait(STOP_S)
            except subprocess.TimeoutExpired:
                proxy.kill()
                proxy.wait()


def _output(command: list[str]) -> str:
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=_environment()
    ).stdout


def _environment() -> dict[str, str]:
    return of_product(os.environ) | QUIET
