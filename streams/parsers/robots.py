"""The rules of a robots.txt for us, read in a process of their own: others may be any number.

Only our groups are parsed and kept, in linear time; a file of some lines is read where it is.
"""

from __future__ import annotations

import asyncio
import re

from protego import Protego

from .failure import Failure
from .limits import ParserLimits
from .pool import Pool, PoolParams

MOST_BYTES = 500 * 1024  # RFC 9309 2.5
HERE_BYTES = 4 * 1024  # what costs less than sending it to a process: a millisecond
MOST_RULES = 5_000  # of our groups, each rule once a group; the largest real files have hundreds
_HERE = Pool(PoolParams(processes=0))
_LIMITS = ParserLimits(cpu_s=5.0, memory=1 << 30)  # a file of 500 KiB takes less than one second
_AGENT = re.compile(r"user[- ]?agent\s*(?::|\s)\s*(.*)", re.I)
_OF_THE_FILE = re.compile(r"(?:sitemaps?|site-map|host)\s*(?::|\s)", re.I)
_RULE = re.compile(
    r"(?:d(?:is+al+ow|iasllow|isallaw)|allow|crawl[- ]delay|request[- ]rate|visit[- ]time)"
    r"\s*(?::|\s|$)",
    re.I,
)


class RobotsParser:
    """Reads one file at a time, in a process that ends with it when it costs too much."""

    def __init__(self, limits: ParserLimits = _LIMITS) -> None:
        self._pool = Pool(PoolParams(processes=1, limits=limits))
        self._turn = asyncio.Lock()

    async def rules(self, body: bytes, token: str) -> Protego | Failure:
        """What a file says to a token, or why it cannot be read."""
        pool = self._pool if len(body) > HERE_BYTES else _HERE
        async with self._turn:
            found: list[Protego | Failure] = [
                each async for each in pool.results(_prepare, [(body, token)])
            ]
        return found[0]

    def close(self) -> None:
        """End the process."""
        self._pool.close()


def rules_for(body: bytes, token: str) -> Protego:
    """The rules of the groups that speak to everybody or to a token.

    >>> rules_for(b"User-agent: *\\nDisallow: /x", "upwell").can_fetch("http://a/x", "upwell")
    False
    """
    return Protego.parse(our_groups(body[:MOST_BYTES].decode("utf-8-sig", "replace"), token))


def _prepare(record: tuple[bytes, str]) -> Protego:
    return rules_for(*record)


def our_groups(text: str, token: str, most: int = MOST_RULES) -> str:
    """The lines of the groups that speak to everybody or to a token, and no other lines.

    Reading
    -------
    A parser of all of it makes one list of rules for each agent: agents times rules, and an
    87 KB file took eleven seconds. Rules beyond the limit are left out.

    Examples
    --------
    >>> robots = "User-agent: a\\nUser-agent: *\\nDisallow: /x\\n\\nUser-agent: b\\nDisallow: /\\n"
    >>> our_groups(robots, "upwell").splitlines()
    ['User-agent: *', 'Disallow: /x']
    """
    out: list[str] = []
    agents: list[str] = []  # of ours, of the group that is read
    in_head = False
    n_rules = 0
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        agent = _AGENT.match(line)
        if agent:
            agents = agents if in_head else []
            in_head = True
            name = agent[1].strip().lower()
            name = name.replace("*", "") or name[:1]
            if name not in agents and (name == "*" or (name and token.startswith(name))):
                agents.append(name)
                out.append(f"User-agent: {name}")
        elif _RULE.match(line) or (":" in line and not _OF_THE_FILE.match(line)):
            in_head = False
            if agents and n_rules + len(agents) <= most:
                n_rules += len(agents)
                out.append(line)
    return "\n".join(out)
