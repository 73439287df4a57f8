"""Lists that nobody asked for, of things without a link, where the site's objects have one."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from .foreign_lists import CHANCE
from .objects import Identified


class LinkCount(msgspec.Struct, frozen=True, array_like=True):
    """Objects of answers, each page counted once.

    Parameters
    ----------
    n_linked
        With a page of their own.
    n_bare
        Told apart by their text, for want of one.
    """

    n_linked: int = 0
    n_bare: int = 0

    def plus(self, objects: Collection[Identified]) -> LinkCount:
        """With the objects of one more answer."""
        n_linked = sum(one.url is not None for one in objects)
        return LinkCount(self.n_linked + n_linked, self.n_bare + len(objects) - n_linked)

    def makes_linkless(self, objects: Collection[Identified]) -> bool:
        """Whether a list is of other things than answers: most have no link, too many by accident.

        Reading
        -------
        Paragraphs of a text, rows of settings, lines of a comparison are lists as good as any, and
        on a page of help nobody has asked for them. Without a link nothing says which object of an
        answer one of them would be. Where answers have objects without a link, lists may.

        Examples
        --------
        >>> rows = [Identified(str(n), None, "", 0, "", {}, []) for n in range(4)]
        >>> LinkCount(20, 0).makes_linkless(rows), LinkCount(20, 20).makes_linkless(rows)
        (True, False)
        >>> LinkCount().makes_linkless(rows)
        False
        """
        n_bare = sum(one.url is None for one in objects)
        share = (self.n_bare + 1) / (self.n_linked + self.n_bare + 1)
        return 2 * n_bare > len(objects) and share**n_bare < CHANCE
