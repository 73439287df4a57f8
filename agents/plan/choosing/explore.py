"""Links that nobody tried: what they may lead to, as far as pages opened before tell."""

from __future__ import annotations

from functools import lru_cache

from upwell.models.frontier.yields import untried_yield
from upwell.models.objects.identity import object_id
from upwell.models.queries.pool import object_hash
from upwell.models.urls.address import address_of
from upwell.models.urls.browsing import link_class

from ..params import CLASSES, EXPLORED, EXPLORING, LINK_TRUST, MENU
from ..state import Plan


def untried_hope(plan: Plan, name: str) -> float:
    """New objects a request that a link of a class promises, if its list is followed.

    Before questions have told what is missing nobody knows what a list would bring. Once links of
    the class have brought something there is nothing left to hope for: theirs are what they bring.
    """
    if plan.head.phase != "harvest":
        return 0.0
    hope = untried_yield(chance(plan, name), plan.pool.unseen(), plan.pool.limit)
    opened, new = plan.head.yielded.get(name, (0, 0))
    return min(hope, new / opened) if new else hope


def chance(plan: Plan, name: str) -> float:
    """How often links of a class lead to objects; one not tried yet is like the others."""
    head = plan.head
    anywhere = (head.paid.get("", 0) + 1) / (head.yielded.get("", (0, 0))[0] + 2)
    opened = head.yielded.get(name, (0, 0))[0]
    return min(1.0, (head.paid.get(name, 0) + LINK_TRUST * anywhere) / (opened + LINK_TRUST))


def may_explore(plan: Plan, name: str) -> bool:
    """Whether a link of a class may be opened: only few where the class has brought nothing yet.

    Reading
    -------
    A trap has more addresses than anybody could ask and makes them new on every page, so neither
    their number nor their look tells; what they bring does. Where nothing can be asked links are
    all there is, and a few more are tried; once questions have told what is missing, that decides.
    """
    head = plan.head
    if head.phase == "harvest" or _leads_on(plan, name):
        return True
    useful = sum(n for one, (n, _) in head.yielded.items() if one and _leads_on(plan, one))
    vain = head.yielded.get("", (0, 0))[0] - useful
    least = EXPLORED if plan.asks else plan.settings.barren_links
    return vain < max(least, EXPLORING * plan.ledger.issued)


def _leads_on(plan: Plan, name: str) -> bool:
    return bool(plan.head.yielded.get(name, (0, 0))[1] or plan.head.paid.get(name))


def shows_objects(plan: Plan, url: str) -> None:
    """A page that was opened for a list shows objects, or leads to them: it counts once."""
    head, name = plan.head, link_class(url)
    if url in head.showing or name not in head.yielded:
        return
    head.showing = [*head.showing, url][-CLASSES:]
    for one in (name, ""):
        head.paid[one] = head.paid.get(one, 0) + 1


def forget_known(plan: Plan) -> None:
    """Drop links to objects that are known: they are no lists, but the page has one that led there.

    A page may have been opened before anybody knew what an object is.
    """
    known = [url for url in plan.menu if leads_to_object(plan, url)]
    for url in [url for url in known if plan.pins.of_address(url) is None]:
        shows_objects(plan, plan.menu.pop(url).found_on)
        plan.changed.add("menu")


def leads_to_object(plan: Plan, url: str) -> bool:
    """Whether a link is the address of an object that is known, from whatever page."""
    return _hash_of(plan.site, url) in plan.pool.memory.items


@lru_cache(maxsize=4 * MENU)
def _hash_of(site: str, url: str) -> int:
    return object_hash(object_id(site, address_of(url), ""))
