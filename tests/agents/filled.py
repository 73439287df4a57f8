"""Whether a worker's tables are what their changelogs say, to the last record."""

from __future__ import annotations

from typing import Any

from faust.types import TP

from upwell.agents.worker import Worker


async def filled(worker: Worker) -> bool:
    """Every partition is this worker's, and its tables were filled to the end.

    Faust's own word that a recovery is over is not enough: it stands from the assignment before
    until the next recovery begins, and partitions of killed members come in later ones.
    """
    apps: dict[str, Any] = worker._apps
    return all([await _filled(worker, name, app) for name, app in apps.items()])


async def _filled(worker: Worker, agent: str, app: Any) -> bool:
    if len(app.consumer.assignment()) != 2 * worker.log.partitions:  # what it reads, and its table
        return False
    data, topic = app.tables["state"].data, f"upwell-{agent}-state-changelog"
    return all(
        end == 0 or data.persisted_offset(TP(topic, partition)) == end - 1
        for partition, end in (await worker.log.ends(topic)).items()
    )
