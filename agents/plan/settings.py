"""What an operator may say about a site; the whole setting travels with `added`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from upwell.models.pins import Pin
from upwell.models.queries.selection.listed import Selection
from upwell.models.urls.arguments.relevance import PrevalenceParams


class SiteSettings(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Settings of one site, every default visible."""

    max_pages: int = 10_000  # answers, robots.txt apart
    max_queries: int = 2_000
    delay_s: float = 1.0
    seed: int = 0
    language: str = ""  # of the dictionary words; what the page with the form says
    probes: int = 100  # dictionary words (THOR IV)
    nonsense: int = 10  # nonsense words (THOR IV)
    overhead: float = 1.0  # price of a request, in return limits (TXT)
    least_new: float = 0.05  # new objects that a request has to promise
    coverage: float | None = None  # share of the source that is enough, by estimate
    barren: int = 50  # questions in a row without a new object
    pages_per_query: int | None = None  # of one answer, at most
    browse: bool = True  # lists are followed before anything is asked
    browse_only: bool = False  # no question is asked
    barren_links: int = 20  # pages in a row that were opened for a list and brought nothing new
    failures: int = 5  # requests in a row
    watch: bool = False  # pages are visited again when the harvest has ended
    revisits: float = 360.0  # requests an hour for that
    queries: list[str] = []  # asked before anything learned
    searches: list[str] = []  # watched in place of the whole site: their words, or addresses
    hosts: list[str] = []  # of other owners that may be asked all the same
    details: Literal["no", "sample", "all"] = "sample"  # own pages of objects that are opened
    select: Selection = "adaptive"  # how words are chosen
    prevalence: Literal["paper", "shared"] = "shared"  # how arguments are judged
    allow_post: int = 0  # which form of a page may be sent by POST, the first is 1; 0: none
    allow_post_on: str = ""  # of which page; not set: of the one that was added
    template: str = ""  # URL template to ask by, given by the operator
    pins: list[Pin] = []  # what is said in place of what was learned

    @classmethod
    def of(cls, settings: dict[str, Any]) -> SiteSettings:
        """From a record; an unknown name is an error, a missing one the default."""
        return msgspec.convert(settings, cls)

    @property
    def arguments(self) -> PrevalenceParams:
        """How arguments are judged."""
        return PrevalenceParams(method="paper" if self.prevalence == "paper" else "values")

    def as_record(self) -> dict[str, Any]:
        """The setting as it travels."""
        return dict(msgspec.to_builtins(self))
