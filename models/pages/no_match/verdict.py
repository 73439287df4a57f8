"""Whether a page is the site's answer to a question without a match (ENT 5)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import NamedTuple

import msgspec

from ..params import FRAME, WHOLE
from .message import SPOKEN, Shown, coverage, phrases_of
from .wording import Wording, unpacked


class Verdict(NamedTuple):
    """Whether a page says that nothing matched, and what speaks for and against."""

    empty: bool
    answers: bool  # it shows what no answer to nonsense does
    similarity: float  # share of the message, 0..1
    phrased: bool = False  # a phrase of the message is among it, not its places alone

    @property
    def doubtful(self) -> bool:
        """Whether the page says that nothing matched, beside what may be an answer."""
        return not self.empty and self.similarity >= SPOKEN


class EmptyModel(msgspec.Struct, frozen=True, dict=True):
    """How a site answers nonsense, as of one publication. Reading changes nothing.

    Parameters
    ----------
    n_nonsense
        Answers to nonsense that were seen.
    messages
        What each form of them says and full answers do not: phrases at places, and places.
    silent
        Where those without a message show something; None: all have one.
    places, texts
        Everything that answers to nonsense show, and where.
    echoes
        Where they hold their query.
    lists_hold
        Full answers hold their query.
    offers
        What stands beside a message does not: it is offered instead of an answer.
    beyond_frame
        Where every question, nonsense or not, was answered alike so far: the places of these
        answers that no page has which nobody asked for. None: some answer differs.
    """

    n_nonsense: int = 0
    messages: list[bytes] = []
    silent: bytes | None = None
    places: bytes = b""
    texts: bytes = b""
    echoes: bytes = b""
    lists_hold: bool = False
    offers: bool = False
    beyond_frame: bytes | None = None

    @property
    def knows(self) -> bool:
        """Whether any answer to nonsense was seen: without one no page is empty that says much."""
        return self.n_nonsense > 0

    def judge(
        self, page: Wording, shows: bool = False, asked: bool = True, compared: bool = True
    ) -> Verdict:
        """Judge a page by what it says.

        Parameters
        ----------
        page
            What it says at its places.
        shows
            It has a list, or a single match, where no answer to nonsense shows anything.
        asked
            It answers a question.
        compared
            Its query has words to be looked for: a single letter is in any text.

        Reading
        -------
        Never against the evidence: a page that holds its query where no answer to nonsense shows
        anything is an answer, whatever else it says; within a word alone it does so by chance,
        where what stands beside a message holds none. A list there is an answer too, unless
        answers of this site hold their query and this list, which could, does not. Boxes that a
        site sets below its lists stand elsewhere where there is no list, under a message as on
        pages that nobody asked anything: of these only one that says the whole message says that
        there is nothing.

        References
        ----------
        ENT 5.
        """
        spoken = max((coverage(message, page) for message in self._messages), default=0.0)
        if spoken < (SPOKEN if asked else WHOLE):
            answers = shows or self._shown.may_answer(page)
            return Verdict(self._is_silent(page) and not answers, answers, spoken)
        answers = self._shown.answers(page, within=not self.offers)
        answers |= spoken < WHOLE and self._shown.may_answer(page)
        answers |= shows and not (self.lists_hold and compared)
        phrased = any(phrases_of(message) & page.all_texts for message in self._messages)
        return Verdict(not answers, answers, spoken, phrased)

    def holds_query(self, page: Wording) -> bool:
        """Whether a page holds its query where answers to nonsense do not hold theirs."""
        return self.knows and self._shown.may_answer(page)

    def is_wall(self, fields: Collection[int]) -> bool:
        """Whether fields at these places are all that questions have been answered with."""
        if self.beyond_frame is None or not fields:
            return False
        return not unpacked(self.beyond_frame).isdisjoint(fields)

    def is_new(self, places: list[int]) -> bool:
        """Whether most of these places are such where no answer to nonsense has anything."""
        if not places:
            return False
        return 2 * sum(place not in self._shown.places for place in places) > len(places)

    def _is_silent(self, page: Wording) -> bool:
        """Whether a page says no more, and hardly less, than answers to nonsense without a word."""
        if self.silent is None:
            return False
        silent, here = unpacked(self.silent), page.all_places
        known = len(here & self._shown.places) >= FRAME * len(here)
        return known and len(silent & here) >= FRAME * len(silent)

    @cached_property
    def _messages(self) -> list[frozenset[int]]:
        return [unpacked(message) for message in self.messages]

    @cached_property
    def _shown(self) -> Shown:
        return Shown(unpacked(self.places), unpacked(self.texts), unpacked(self.echoes))
