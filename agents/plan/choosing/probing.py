"""What to probe with next: dictionary words and nonsense in turns, and the site's own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain

from upwell.models.queries.probes import Probe, dictionary, nonsense_words, probe_words
from upwell.streams.records import Finding

from ..params import (
    ENGLISH_PRIOR,
    FEW_NONSENSE,
    FEW_PROBES,
    FULL_PROBES,
    MOST_WORDS,
    OTHERS_PRIOR,
    OWN_PRIOR,
    OWN_WORDS_FROM,
    PRIOR_WORDS,
    REPEATS,
)
from ..state import Plan
from .languages import ENGLISH, has_dictionary, languages


def next_probe(plan: Plan) -> Probe | None:
    """The next word to probe with; None: all were asked, or enough.

    Reading
    -------
    THOR IV asks words of one dictionary. Every second one is nonsense as long as there is any, and
    words of the site take turns with those of dictionaries: of its records, or, while none was
    found, those that stand on its first pages and not on answers to nonsense. These are asked from
    the beginning in a language that has no dictionary here.
    """
    settings, head = plan.settings, plan.head
    total = settings.probes + settings.nonsense
    if probed_enough(plan):
        head.probes = max(head.probes, total)
    repeats = head.full or list(probe_words(settings.seed, REPEATS, languages(plan)[0]))
    while head.probes < total + len(repeats):
        at = head.probes
        head.probes += 1
        if at >= total:
            return Probe(repeats[at - total], "repeat")
        if at % 2 and at // 2 < settings.nonsense:
            return Probe(nonsense_words(settings.seed, settings.nonsense)[at // 2], "nonsense")
        word = _word(plan, at)
        if word is not None:
            return Probe(word, "word")
    return None


def probed_enough(plan: Plan) -> bool:
    """Whether the answers so far make a model, or show what browsing has shown already."""
    head, n_probes = plan.head, plan.head.probes
    if head.n_full >= FULL_PROBES and n_probes >= 2 * plan.settings.nonsense:
        return bool(head.objects) or not head.model_version
    n_nonsense = min(n_probes // 2, plan.settings.nonsense)
    if n_nonsense < min(FEW_NONSENSE, plan.settings.nonsense):
        return False
    returned, new = plan.pool.returned()
    known = head.n_full >= FEW_PROBES and returned >= plan.pool.limit and not new
    return known or (head.objects > 0 and plan.pool.unseen_per_request() < plan.settings.least_new)


def note_words(plan: Plan, finding: Finding) -> None:
    """Words of pages that nobody asked a question for, as long as no object was found."""
    if plan.head.objects:
        if plan.words:
            plan.words = []
            plan.changed.add("words")
        return
    shown = set(finding.words)
    if finding.reason == "nonsense":
        left = [word for word in plan.words if word not in shown]
    elif finding.query is None:
        fresh = sorted(shown.difference(plan.words, *dictionary().values()))
        left = [*plan.words, *(word for word in fresh if not word.isdigit())][:MOST_WORDS]
    else:
        return
    if left != plan.words:
        plan.words = left
        plan.changed.add("words")


def count_probe(plan: Plan, finding: Finding) -> None:
    """A model has read what a word brought: to its languages, or to the site's own words."""
    if finding.query is None or not finding.objects:
        return
    for source in _sources(finding.query):
        plan.head.found_by[source] = plan.head.found_by.get(source, 0) + 1


def _word(plan: Plan, at: int) -> str | None:
    """The next word: of lists from outside, if there are any; where words of the site's languages
    bring nothing, of what brings more."""
    listed = plan.names.next_probe(plan.pool.memory.asked)
    if listed is not None:
        return listed
    spoken = tuple(languages(plan))
    in_vain = not any(plan.head.found_by.get(_name(language)) for language in spoken)
    if plan.head.model_version and in_vain and not plan.settings.language:
        return _best_word(plan, spoken)
    turn = at - min((at + 1) // 2, plan.settings.nonsense)
    if turn % 2 == 0 and not has_dictionary(plan) and (shown := _shown_word(plan)):
        return shown
    own = _own_word(plan) if at >= OWN_WORDS_FROM and at % 4 == 2 else None
    words = _in_turns(plan.settings.seed, plan.settings.probes, spoken)
    return own or next((w for w in words[turn:] if w not in plan.pool.memory.asked), None)


def _best_word(plan: Plan, spoken: Sequence[str]) -> str | None:
    """A word of the language, or of the site itself, whose words so far brought most often."""
    nonsense = nonsense_words(plan.settings.seed, plan.settings.nonsense)
    words = plan.pool.memory.asked.keys() - set(nonsense)
    asked = Counter(source for word in words for source in _sources(word))
    priors = _PRIORS | {_name(language): 1.0 for language in spoken}
    hopes = {
        name: (plan.head.found_by.get(name, 0) + prior * PRIOR_WORDS) / (asked[name] + PRIOR_WORDS)
        for name, prior in priors.items()
    }
    for name in sorted(hopes, key=lambda name: -hopes[name]):
        word = _own_word(plan) if name == OWN else _next_of(plan, name)
        if word is not None:
            return word
    return None


def _next_of(plan: Plan, language: str) -> str | None:
    words = _in_turns(plan.settings.seed, plan.settings.probes, (language,))
    return next((word for word in words if word not in plan.pool.memory.asked), None)


def _own_word(plan: Plan) -> str | None:
    best = plan.pool.best()
    if best is not None:
        return best.query
    if not plan.head.model_version:  # nobody knows what was found
        return None
    return _shown_word(plan)


def _shown_word(plan: Plan) -> str | None:
    return next((word for word in plan.words if word not in plan.pool.memory.asked), None)


def _sources(word: str) -> list[str]:
    return _languages_of().get(word, [OWN])


@cache
def _languages_of() -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for name, words in dictionary().items():
        for word in words:
            out.setdefault(word, []).append(name)
    return out


def _name(language: str) -> str:
    name = language.lower().replace("_", "-").split("-")[0]
    return name if name in dictionary() else ENGLISH


@cache
def _in_turns(seed: int, n: int, spoken: tuple[str, ...]) -> tuple[str, ...]:
    turns = zip(*(probe_words(seed, n, language) for language in spoken), strict=False)
    return tuple(dict.fromkeys(chain.from_iterable(turns)))


OWN = "own"  # words of the site, of its records or of its first pages
_PRIORS = dict.fromkeys(dictionary(), OTHERS_PRIOR) | {ENGLISH: ENGLISH_PRIOR, OWN: OWN_PRIOR}
