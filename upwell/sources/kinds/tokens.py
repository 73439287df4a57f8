"""Words as a source's index cuts them."""

from __future__ import annotations

import re
from itertools import pairwise

_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(r"[぀-ヿ㐀-鿿々ー]+|[^\W_぀-ヿ㐀-鿿々ー]+")


def tokens(text: str, language: str = "en") -> list[str]:
    """Runs of letters and digits in lower case; of Japanese, every two signs that follow.

    The last sign of a run stands alone as well, so that a query of one sign finds all it begins.

    >>> tokens("Hart-well's 2 Owls")
    ['hart', 'well', 's', '2', 'owls']
    >>> tokens("東京都の本 A4", "ja")
    ['東京', '京都', '都の', 'の本', '本', 'a4']
    """
    if language != "ja":
        return _WORD.findall(text.lower())
    out: list[str] = []
    for run in _RUN.findall(text.lower()):
        if run.isascii():
            out.append(run)
        else:
            out += [a + b for a, b in pairwise(run)]
            out.append(run[-1])
    return out


def query_tokens(query: str, language: str = "en") -> list[str]:
    """Words of a query, each once: of Japanese, the pairs without the lonely last sign.

    >>> query_tokens("東京都", "ja"), query_tokens("本", "ja"), query_tokens("owl OWL moor")
    (['東京', '京都'], ['本'], ['owl', 'moor'])
    """
    if language != "ja":
        return list(dict.fromkeys(tokens(query)))
    out: list[str] = []
    for run in _RUN.findall(query.lower()):
        if run.isascii() or len(run) == 1:
            out.append(run)
        else:
            out += [a + b for a, b in pairwise(run)]
    return list(dict.fromkeys(out))
