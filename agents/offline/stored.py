"""The stored state of an agent as its changelog has it: which keys this version can open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from upwell.errors import ConfigError
from upwell.streams.log.port import Log

from ..analyse.state import SiteView
from ..known_object import Known
from ..plan.state import Plan
from ..reducer import View
from ..state import KeyView, unstamp

HEAD = b"\0h"  # how the key of a head ends
_BEFORE_ALL = b"\x80" + bytes(15)
_known = msgspec.msgpack.Decoder(Known).decode


def _open_known(view: View) -> None:
    head = view.head()
    if head is not None:
        _known(head)


OPENERS: dict[str, Callable[[Any], object]] = {
    "plan": Plan.load,
    "analyse": SiteView.load,
    "watch": _open_known,
}


class Unreadable(NamedTuple):
    """A key whose state another version stored."""

    key: str
    why: str


class StoredState:
    """All keys of an agent."""

    def __init__(self, agent: str, values: dict[bytes, bytes]) -> None:
        self.agent, self.values = agent, values

    @classmethod
    async def of(cls, log: Log, agent: str) -> StoredState:
        """Of each key the value with the highest mark, as a worker recovers it."""
        values: dict[bytes, bytes] = {}
        for entry in await log.scan(changelog(agent)):
            value = entry.value or b""
            if unstamp(value or _BEFORE_ALL)[0] >= unstamp(values.get(entry.key, _BEFORE_ALL))[0]:
                values[entry.key] = value
        return cls(agent, values)

    @property
    def keys(self) -> list[str]:
        """Keys with a head, in the order of the alphabet."""
        heads = (key for key, value in self.values.items() if key.endswith(HEAD))
        return sorted(key[: -len(HEAD)].decode() for key in heads if unstamp(self.values[key])[1])

    def view(self, key: str) -> KeyView:
        """What a reducer sees of a key.

        Raises
        ------
        ConfigError
            If its head is of another format.
        """
        return KeyView(key, self.values.get, {})

    def unreadable(self) -> Iterator[Unreadable]:
        """Keys that the agent cannot open."""
        for key in self.keys:
            try:
                OPENERS[self.agent](self.view(key))
            except (ConfigError, msgspec.MsgspecError, KeyError) as error:
                yield Unreadable(key, str(error))


def changelog(agent: str) -> str:
    """The topic of an agent's table."""
    return f"upwell-{agent}-state-changelog"
