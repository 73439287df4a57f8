"""Ways into a site beside the usual form: each a door that any family can stand behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from upwell.errors import ConfigError

from ..family import Family
from .addressed import InPath, OpenSearch, SearchAction, Unspoken
from .canary import Canary
from .charsets import Accepting, InItsCharset
from .controls import HiddenDefault, SelectsOnly, TwoFields
from .door import Door, Request, Served
from .placed import LogIn, SecondForm, TwoClicksAway
from .posted import Posted, ViewState
from .traps import Traps


@dataclass(frozen=True, slots=True)
class Way:
    """A way in: its door, the family it is shown with, and what the pages are encoded in."""

    name: str
    about: str
    door: type[Door]
    family: str = "catalogue"
    charset: str = ""
    language: str = ""

    def over(self, family: Family) -> Family:
        """A family in the charset and the language of this way in."""
        changed = replace(family, charset=self.charset) if self.charset else family
        return replace(changed, language=self.language) if self.language else changed


WAYS: Mapping[str, Way] = {
    way.name: way
    for way in (
        Way("latin-1", "words are sent in Latin-1", InItsCharset, "immobilien", "latin-1"),
        Way("shift-jis", "words are sent in Shift_JIS", InItsCharset, "shoten", "shift_jis"),
        Way("euc-kr", "words are sent in EUC-KR", InItsCharset, "shoten", "euc-kr", "ko"),
        Way("accept-charset", "the form names its charset", Accepting, "shoten", "shift_jis"),
        Way("in-path", "the words stand in the path", InPath),
        Way("opensearch", "an OpenSearch description and no form", OpenSearch),
        Way("search-action", "a SearchAction and no form", SearchAction),
        Way("selects", "a form of selects alone", SelectsOnly),
        Way("two-fields", "two fields to type in, the second is the one", TwoFields),
        Way("hidden-default", "a default that leaves out 60 % of the records", HiddenDefault),
        Way("post", "a form and pages by POST", Posted),
        Way("view-state", "POST with values that pass once", ViewState),
        Way("two-clicks", "a form two clicks away", TwoClicksAway),
        Way("second-form", "the first form searches something else", SecondForm),
        Way("by-hand", "no form: it is asked by a template", Unspoken),
        Way("log-in", "everything behind a log-in", LogIn),
        Way("canary", "forms, links and redirects that a guest leaves alone", Canary),
        Way("traps", "twelve traps beside the pages", Traps),
    )
}


def way_of(name: str) -> Way:
    """A way in by its name.

    Raises
    ------
    ConfigError
        There is none.
    """
    if name not in WAYS:
        raise ConfigError(f"no way in is called {name!r}; there are: {', '.join(WAYS)}")
    return WAYS[name]


__all__ = ["WAYS", "Door", "Request", "Served", "Way", "way_of"]
