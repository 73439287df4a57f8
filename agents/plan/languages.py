"""The languages a site is probed in: of its labels, and of what stands on its first pages."""

from __future__ import annotations

from upwell.models.queries.probes import Probe, dictionary
from upwell.models.sample import lowest
from upwell.streams.records import Finding

from .params import SHOWN
from .state import Plan

LOOKING = frozenset({"discover", "browse"})
FEW = 3  # dictionary words by which a language shows itself


def note_languages(plan: Plan, finding: Finding) -> None:
    """Count the dictionary words on a page that no model has read: records and labels alike."""
    shown = set(finding.words)
    if plan.head.phase in LOOKING and not _spoken(plan):
        plan.head.shown = lowest({*plan.head.shown, *shown}, SHOWN)
    for language, words in dictionary().items():
        n = len(shown.intersection(words))
        if n:
            plan.head.languages[language] = plan.head.languages.get(language, 0) + n


def _spoken(plan: Plan) -> bool:
    """Whether a dictionary has the language of the form's page, or that says none."""
    form = plan.head.form
    said = form.language.lower().replace("_", "-").split("-")[0] if form else ""
    return not said or said in dictionary()


def own_words(plan: Plan, every: list[Probe]) -> list[Probe]:
    """Probes in which words of the site's own pages stand in turns with those of a dictionary.

    Reading
    -------
    THOR has a dictionary. In a language that we have none of, what stands on the first pages is
    what the site may have.
    """
    if plan.settings.language or _spoken(plan):
        return every
    words = [Probe(word, "word") for word in plan.head.shown]
    out: list[Probe] = []
    for one in every:
        if one.kind == "word" and words:
            out.append(words.pop(0))
        out.append(one)
    return out


def languages(plan: Plan) -> list[str]:
    """What to probe in: what the operator says, else what the form's page says and what is read.

    Reading
    -------
    THOR takes the words of one dictionary. A site may label in one language what it keeps in
    another, so the language whose words stand on its pages most is asked in turns with the first.
    """
    if plan.settings.language:
        return [plan.settings.language]
    form, read = plan.head.form, plan.head.languages
    labels = form.language if form else ""
    most = max(sorted(read), key=lambda language: read[language], default="")
    if most and read[most] >= FEW and most != (labels or "en").lower().split("-")[0]:
        return [labels, most]
    return [labels]
