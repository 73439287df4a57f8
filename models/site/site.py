"""The algorithms without a stream: one site's pages in, readings out (`import upwell`)."""

from __future__ import annotations

import msgspec

from upwell.errors import RecordError

from ..pages.came_back import Response
from ..tree.parse import parse
from ..tree.tagtree import TagTree
from .model import SiteModel
from .observation import observe
from .reading import Reading
from .render_reading import read_alone
from .state import SiteState
from .unreadable import as_bytes, unanswered, unreadable

FIRST_PUBLISH = 20
SCHEMA = 2  # of what `save` gives


class _Saved(msgspec.Struct, array_like=True):
    state: bytes
    model: SiteModel | None
    due: int


class Site:
    """One site, page by page: the same state and model that the agents run.

    Examples
    --------
    >>> site = Site()
    >>> page = b"<h1>Otters</h1><ul><li><a href=/1>one</a> a first text</ul>"
    >>> reading = site.observe(page, url="http://a.example/s?q=otters", query="otters")
    >>> reading.empty
    False
    """

    def __init__(self) -> None:
        self.state = SiteState()
        self.model: SiteModel | None = None
        self._due = FIRST_PUBLISH

    def observe(
        self,
        html: bytes | str,
        url: str = "",
        query: str | None = None,
        nonsense: bool = False,
        *,
        status: int | None = 0,
        content_type: str = "",
        final_url: str = "",
    ) -> Reading:
        """Read a page with the standing model, then learn from it.

        Its cluster is what the learner says: the id stays, or leads to where the page is put later.
        A model is published at 20 pages, then at doubling counts and when it is outgrown;
        `publish` does so at once. What is no page (an image, the answer of an interface, nothing
        at all) has an outcome of its own and teaches nothing.

        Parameters
        ----------
        html
            The page; what came in place of one.
        url
            That was asked for.
        query
            What was asked; None: no question.
        nonsense
            The query is a word that nobody uses.
        status
            Of the response; 0: not known, as of a saved page; None: no response came.
        content_type
            Of the response, with its charset; empty: not known.
        final_url
            After redirects; empty: there was none.

        Examples
        --------
        >>> Site().observe(b"", "http://a.example/s?q=x", status=503).came_back
        'away'
        """
        at = final_url or url
        if status is None:
            return unanswered(at)
        response = Response(status, url if at != url else "")
        body = as_bytes(html)
        if (none := unreadable(body, at, response, content_type)) is not None:
            return none
        tree = parse(body, content_type, at)
        name = at or f"page-{self.state.n_pages}"
        return self.observe_tree(tree, name, query, nonsense, response)

    def observe_tree(
        self,
        tree: TagTree,
        name: str,
        query: str | None = None,
        nonsense: bool = False,
        response: Response | None = None,
    ) -> Reading:
        """`observe` for a page that is parsed already."""
        observation = observe(tree, name, query, nonsense, response)
        if self.model is None:
            reading, rank = read_alone(tree, name, query, response), {}
        else:
            reading, rank = self.model.read_tree(tree, observation), self.model.clusters.rank
        cluster = self.state.fold(self.state.with_vote(observation, tree))
        place = rank.get(cluster, len(rank))
        reading = msgspec.structs.replace(reading, cluster=cluster, cluster_rank=place)
        if self.state.n_pages >= self._due:
            self._due *= 2
            self.publish()
        elif self.model is not None and self.state.outgrown(self.model):
            self.publish()
        return reading

    def publish(self) -> SiteModel | None:
        """Publish a model of what was learned so far; None before the first page."""
        version = self.model.version + 1 if self.model else 1
        self.model = self.state.publish(version) or self.model
        return self.model

    def save(self) -> bytes:
        """The learned state and the standing model; `load` goes on exactly where they stood."""
        saved = _Saved(self.state.encode(), self.model, self._due)
        return bytes([SCHEMA]) + msgspec.msgpack.encode(saved)

    @classmethod
    def load(cls, data: bytes) -> Site:
        """A site from what `save` gave.

        Raises
        ------
        RecordError
            If these bytes are something else, or of a version that is not read any more.
        """
        if data[:1] != bytes([SCHEMA]):
            raise RecordError(
                f"no site of schema {SCHEMA}: saved by another version, or something else;"
                " observe its pages again"
            )
        site = cls()
        try:
            saved = msgspec.msgpack.decode(data[1:], type=_Saved)
            site.state = SiteState.decode(saved.state)
        except (msgspec.MsgspecError, ValueError, KeyError, IndexError) as error:
            raise RecordError(f"a saved site is damaged: {error}") from error
        site.model, site._due = saved.model, saved.due
        return site
