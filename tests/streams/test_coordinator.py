"""Laws of positions on Kafka while the group has no coordinator yet."""

from __future__ import annotations

from typing import Any

import pytest
from aiokafka.errors import GroupAuthorizationFailedError, GroupCoordinatorNotAvailableError

from upwell.errors import ConfigError
from upwell.streams.log.kafka import KafkaLog


class Admin:
    """A cluster that answers with these errors, then that nothing was committed."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)

    async def list_consumer_group_offsets(self, group: str) -> dict[Any, Any]:
        if self.errors:
            raise self.errors.pop(0)
        return {}


def log_over(admin: Any) -> KafkaLog:
    log = KafkaLog("kafka://127.0.0.1:1")
    log._admin = admin
    return log


async def test_the_first_group_of_a_cluster_waits_for_its_coordinator() -> None:
    """A fresh cluster makes the coordinator when it is first asked for; that is no failure."""
    admin = Admin(*[GroupCoordinatorNotAvailableError()] * 2)
    assert {} == await log_over(admin).positions("deliver-1")
    assert [] == admin.errors


async def test_what_no_waiting_cures_is_told_at_once() -> None:
    """An error that would come again is the broker's, named, and asked for once."""
    admin = Admin(GroupAuthorizationFailedError(), GroupAuthorizationFailedError())
    with pytest.raises(ConfigError, match=r"positions: .* ACL"):
        await log_over(admin).positions("deliver-1")
    assert 1 == len(admin.errors)
