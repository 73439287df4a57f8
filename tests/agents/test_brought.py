"""Laws of what requests have brought: it stands, and nothing that was withdrawn counts."""

from __future__ import annotations

from upwell.agents.plan.credit import forget_objects
from upwell.agents.plan.state import Head, Plan
from upwell.models.queries.pool import object_hash

from .ring import SITE, Ring
from .test_own_pages import shop


def _plan() -> Plan:
    plan = Plan("s", Head(url="http://s/", settings={}))
    plan.pool.fold_list([(object_hash(id_), ["red"]) for id_ in "abc"])
    plan.head.brought = {"browse": (3, 1), "nonsense": (4, 0), "probe": (2, 2)}
    return plan


def test_what_was_no_object_was_brought_by_nobody() -> None:
    plan = _plan()
    forget_objects(plan, ["a", "x"], "browse")
    assert {"browse": (3, 0), "nonsense": (4, 0), "probe": (2, 2)} == plan.head.brought
    forget_objects(plan, ["a", "b"], "browse")
    assert {"browse": (3, 0), "nonsense": (4, 0), "probe": (2, 1)} == plan.head.brought
    assert 1 == plan.pool.n_objects


def test_all_that_stands_was_brought() -> None:
    ring = Ring(shop).open(max_queries=16, details="sample")
    plan = Plan.load(ring.views["plan", SITE])
    assert plan is not None
    assert plan.head.objects == sum(new for _, new in plan.head.brought.values())
