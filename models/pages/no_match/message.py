"""The message of pages without a match: what answers to nonsense say and full answers do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ..params import INSTEAD
from .wording import Wording, place_of

Hashes = AbstractSet[int]

MOST_OF = 2 / 3  # of the answers to nonsense say what is their message; .51 .. .9 alike
FEW_OF = 1 / 10  # of the full answers at most say a part of it, and one at least; 0 .. .3 alike
SPOKEN = 1 / 3  # least share of a message that says it; .2 .. .5 alike
FORM = 1 / 5  # of the answers to nonsense make no form: two of ten may share an advert; .1 .. .3


class Background(NamedTuple):
    """The no-match messages of a site, and the wordings of answers to nonsense that have none."""

    messages: list[frozenset[int]]
    silent: list[int]  # numbers of the answers without a message


def answers_hold_query(ordinary: Sequence[Wording], found: Background, shown: Shown) -> bool:
    """Whether full answers of this site hold their query: most without any part of a message do."""
    rest = [page for page in ordinary if not any(coverage(m, page) for m in found.messages)]
    return 2 * sum(map(shown.answers, rest)) > len(rest)


class Shown(NamedTuple):
    """Texts and places of all answers to nonsense, and the places where they hold their query."""

    places: Hashes
    texts: Hashes
    echoes: Hashes

    @classmethod
    def of(cls, nonsense: Sequence[Wording]) -> Shown:
        """The texts and places of some answers to nonsense."""
        none = frozenset[int]()
        return cls(
            none.union(*(page.all_places for page in nonsense)),
            none.union(*(page.all_texts for page in nonsense)),
            frozenset(place for page in nonsense for place, _ in page.holding_query),
        )

    def answers(self, page: Wording, within: bool = True) -> bool:
        """Whether a page holds its query at a place where no answer to nonsense shows anything.

        `within`: or within a word there, as some searches find it.
        """
        found = page.holding_query | page.holding_within if within else page.holding_query
        return any(place not in self.places for place, _ in found)

    def may_answer(self, page: Wording) -> bool:
        """Whether it holds it where they do not hold theirs, in a text that none of them has.

        What is offered instead of an answer may stand where answers do, and what turns from visit
        to visit may hold any word: so this is the weaker evidence.
        """
        return any(
            place not in self.echoes and text not in self.texts
            for place, text in page.holding_query
        )


def full_answers(ordinary: Sequence[Wording], shown: Shown) -> list[Wording]:
    """Answers with a match: by the stronger evidence, or where two have none by the weaker."""
    full = [page for page in ordinary if shown.answers(page)]
    return full if len(full) > 1 else [page for page in ordinary if shown.may_answer(page)]


def core_of(pages: Sequence[Hashes]) -> frozenset[int]:
    """The elements that more than `MOST_OF` of the pages have.

    >>> sorted(core_of([{1, 2}, {1, 3}, {1, 2}, {1, 2}]))
    [1, 2]
    """
    spread = Counter(each for page in pages for each in page)
    return frozenset(each for each, n in spread.items() if n > MOST_OF * len(pages))


def background(nonsense: Sequence[Wording], full: Sequence[Wording]) -> Background:
    """The messages of answers to nonsense: of each form of them what most of it say.

    Parameters
    ----------
    nonsense
        Answers to nonsense, in an order of their own.
    full
        Answers with a match.

    Reading
    -------
    ENT 5 compares whole pages, and fails on its own two sites: a long list of brands makes all
    pages alike, matches for another query make pages without a match unlike. What only answers to
    nonsense say sees neither. A site may say it in several ways, or in one for each kind of query:
    the phrase that most of them share parts a form from the rest, again and again.

    References
    ----------
    ENT 5.
    """
    shown = [_tokens(page) for page in nonsense]
    spread = Counter(token for page in map(_tokens, full) for token in page)
    few = max(1, FEW_OF * len(full)) if len(full) > 1 else 0
    fewest = FORM * len(shown)
    usual = {token for token, n in spread.items() if n > few}
    left, messages = list(range(len(shown))), []
    while len(full):
        n_saying = Counter(token for i in left for token in shown[i] - usual)
        best = min(n_saying, key=lambda token: (-n_saying[token], token), default=None)
        if best is None or n_saying[best] < min(2, len(shown)) or n_saying[best] <= fewest:
            break
        form = [i for i in left if best in shown[i]]
        messages.append(core_of([shown[i] for i in form]) - usual)
        left = [i for i in left if i not in form]
    return Background(messages, left)


def offers_instead(ordinary: Sequence[Wording], found: Background, shown: Shown) -> bool:
    """Whether pages that say the message show something else beside that holds no query."""
    beside = [
        page
        for page in ordinary
        if any(coverage(message, page) >= SPOKEN for message in found.messages)
        and not page.all_places <= shown.places
    ]
    return bool(beside) and INSTEAD * sum(map(shown.answers, beside)) <= len(beside)


def coverage(message: Hashes, page: Wording) -> float:
    """Share of a message that a page says, 0..1: of each of its places what is said there.

    Three lines of advice are one thing that the page says, and the sentence above them another.
    """
    whole = Counter(map(place_of, message))
    here = message & (page.all_texts | page.all_places)
    spoken = Counter(map(place_of, here))
    phrased, said = ({place_of(text) for text in phrases_of(of)} for of in (message, here))
    return sum(
        spoken[place] / n for place, n in whole.items() if place in said or place not in phrased
    ) / max(1, len(whole))


def phrases_of(texts: Hashes) -> frozenset[int]:
    """The phrases among hashes of texts and places: no place, and no single word."""
    return frozenset(text for text in texts if text & 1)


def _tokens(page: Wording) -> frozenset[int]:
    """Phrases at their places, and the places themselves; no single word."""
    return phrases_of(page.all_texts) | page.all_places
