"""Yes and no in the languages of the web."""

from __future__ import annotations

_YES = frozenset(
    "yes true ja oui sí si sim да так да tak ano áno igen da ναι evet ya"
    " はい 是 예 ✓ ✔ ☑ kyllä".split()
)
_NO = frozenset(
    "no false nein non não нет ні не nie ne nem nu όχι hayır tidak いいえ 否"
    " 아니요 ✗ ✘ ✕ ☐ nee nej nei ei".split()
)


def boolean(text: str) -> bool | None:
    """Whether a text says yes or no; None: neither.

    >>> boolean("Ja"), boolean("no"), boolean("maybe")
    (True, False, None)
    """
    folded = text.strip(" .!").casefold()
    return True if folded in _YES else False if folded in _NO else None
