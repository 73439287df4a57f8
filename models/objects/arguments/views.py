"""Arguments that a whole list carries, where other lists lead to the same pages without them: an
older version, another view, the list that was come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from ...urls.address import Address, address_of
from ..identity import object_id
from ..own_address import Own
from ..params import PARAMS, IdentityParams
from .turning import shape_of


class View(NamedTuple):
    """An argument that has one value in all links of a shape that identify objects of a page.

    Parameters
    ----------
    shape
        Names of the arguments of the links.
    name
        Of the argument.
    ids
        Those that the objects would have without it.
    """

    shape: str
    name: str
    ids: frozenset[str]

    def is_idle(self, shown: Set[str], params: IdentityParams = PARAMS) -> bool:
        """Whether it tells no objects apart, given which of the ids other pages show.

        Reading
        -------
        What every link of a list says tells none of its objects from another; where most of them
        are objects of other lists without it, it tells none from those either. One that only
        chooses what kind of thing is meant leads to nothing known when it is left out.
        """
        n_known = len(self.ids & shown)
        return n_known >= params.fewest and 2 * n_known > len(self.ids)


def views(site: str, own: Iterable[Own | None], params: IdentityParams = PARAMS) -> Iterator[View]:
    """The arguments of a page's objects that may be such.

    Examples
    --------
    >>> urls = [f"http://a.org/item?id={n}&tab=old" for n in (1, 2, 3)]
    >>> [(view.shape, view.name, len(view.ids))
    ...  for view in views("a.org", [Own(address_of(url), url) for url in urls])]
    [('id&tab', 'tab', 3)]
    """
    by_shape: dict[str, set[Address]] = {}
    for one in own:
        if one is not None and one.address.arguments:
            by_shape.setdefault(shape_of(address_of(one.url)), set()).add(one.address)
    for shape, addresses in sorted(by_shape.items()):
        if len(addresses) < params.fewest:
            continue
        for name in _constant(sorted(addresses)):
            left = {address.without(frozenset((name,))) for address in addresses}
            if len(left) == len(addresses):
                yield View(shape, name, frozenset(object_id(site, one, "") for one in left))


def _constant(addresses: Sequence[Address]) -> list[str]:
    """Arguments with one value in all of some addresses."""
    pairs = set(addresses[0].arguments).intersection(*(one.arguments for one in addresses[1:]))
    return sorted({name for name, _ in pairs if name})
