"""The languages a site is probed in: of its labels, and of what stands on its first pages."""

from __future__ import annotations

from upwell.models.queries.probes import dictionary
from upwell.models.text.words import words as words_of
from upwell.streams.records import Finding

from ..params import FEW_WORDS
from ..state import Plan

ENGLISH = "en"


def note_languages(plan: Plan, finding: Finding) -> None:
    """Count the dictionary words on a page that no model has read: records and labels alike."""
    shown = set(finding.words).difference(words_of(finding.query or ""))
    for language, words in dictionary().items():
        n = len(shown.intersection(words))
        if n:
            plan.head.languages[language] = plan.head.languages.get(language, 0) + n


def has_dictionary(plan: Plan) -> bool:
    """Whether there is one in the language of the form's page, or the page does not say which."""
    form = plan.head.form
    labels = form.language.lower().replace("_", "-").split("-")[0] if form else ""
    return bool(plan.settings.language) or not labels or labels in dictionary()


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
    if most and read[most] >= FEW_WORDS and most != (labels or ENGLISH).lower().split("-")[0]:
        return [labels, most]
    return [labels]
