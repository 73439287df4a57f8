"""How many matches a result page says there are: what TXT 2.4 calls the size of an answer."""

from __future__ import annotations

import re

_NUMBER = r"(\d{1,3}(?:[,.\u00a0 ]\d{3})+|\d+)"
_NOUN = (
    r"(?:results?|matches|hits|records?|items?|entries|titles?|documents?|articles?|products?"
    r"|books?|jobs?|papers?|treffer|ergebnisse?|resultats?|résultats?|resultados?|risultati)"
)
_OF = re.compile(
    rf"\b\d+\s*(?:-|–|to|bis|à|a)\s*\d+\s*(?:of|von|de|sur|/)\s*(?:about\s+)?{_NUMBER}", re.I
)
_COUNTED = re.compile(rf"{_NUMBER}\s+(?:\w+\s+)?{_NOUN}\b", re.I)
_FOUND = re.compile(rf"\bfound\s+{_NUMBER}\b", re.I)


def reported_matches(text: str) -> int | None:
    """The number of matches a page states, or None.

    Parameters
    ----------
    text
        Visible text of the page.

    Reading
    -------
    TXT takes the number from the source's own page. A range (`1-20 of 87`) is surest, then a
    number before a word for results; the first of a kind counts.

    Examples
    --------
    >>> reported_matches("Results 1-20 of 1,087 for harbour")
    1087
    >>> reported_matches("We found 3 books about otters")
    3
    >>> reported_matches("Open since 1987") is None
    True

    References
    ----------
    TXT 2.4.
    """
    for pattern in (_OF, _COUNTED, _FOUND):
        found = pattern.search(text)
        if found:
            return int(re.sub(r"\D", "", found.group(1)))
    return None
