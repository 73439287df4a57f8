"""How long something lasts: hours and minutes, as words, as ISO 8601, or as a clock that runs."""

from __future__ import annotations

import re

from ..values.characters import plain

_S = r"s|secs?|seconds?|sek\.?|sekunden?|secondes?|segundos?|secondi"
_M = r"m|mins?\.?|minutes?|minuten?|minutos?|minuti|мин\.?"
_H = r"h|hrs?\.?|hours?|std\.?|stunden?|heures?|horas?|ore|ora|uur|timmar|tim|ч\.?|godz\.?"
_D = r"d|days?|tage?|jours?|d[ií]as?|giorn[io]|dagen?"
_WORDS = re.compile(
    rf"(?:(?P<d>\d{{1,9}})\s?(?:{_D}))?[\s,]{{0,4}}(?:(?P<h>\d{{1,9}})\s?(?:{_H}))?[\s,]{{0,4}}(?:(?:and|und|et|y|e)\s)?"
    rf"(?:(?P<m>\d{{1,9}})\s?(?:{_M}|'))?[\s,]{{0,4}}(?:(?P<s>\d{{1,9}})\s?(?:{_S}|\"))?",
    re.I,
)
_ISO = re.compile(r"P(?:(?P<d>\d+)D)?(?:T(?:(?P<h>\d+)H)?(?:(?P<m>\d+)M)?(?:(?P<s>\d+)S)?)?", re.I)
_PARTS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def duration(text: str) -> tuple[int, int] | None:
    """Seconds, and how many units tell them; None: the text is no duration.

    >>> duration("2 h 15 min"), duration("90 min"), duration("PT1H30M"), duration("90")
    ((8100, 2), (5400, 1), (5400, 2), None)
    """
    folded = plain(text)
    for pattern in (_ISO, _WORDS):
        found = pattern.fullmatch(folded)
        parts = {k: int(v) for k, v in found.groupdict().items() if v} if found else {}
        if parts:
            return sum(n * _PARTS[k] for k, n in parts.items()), len(parts)
    return None
