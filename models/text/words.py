"""Words of a text: what is counted, asked for and compared."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
# The same for ASCII: letters in lower case and digits stay, all else is a space.
_ASCII = bytes(ord(chr(i).lower()) if i < 128 and chr(i).isalnum() else 32 for i in range(256))
_CUT = bytes(i if i > 127 else _ASCII[i] for i in range(256))  # all but ASCII stays
# Scripts written without spaces: Thai, Lao, Khmer, Hiragana, Katakana, Han.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U000323af]+"
)

_ENGLISH = """
a about above after again all also am an and any are as at be because been before being below
between both but by can could did do does doing down during each few for from further had has have
having he her here hers him his how i if in into is it its itself just me more most my no nor not
now of off on once only or other our out over own same she should so some such than that the their
them then there these they this those through to too under until up us very was we were what when
where which while who whom why will with would you your s t don re ve ll
"""
_GERMAN = """
aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein dem den denn der
des dessen die dies diese dieser doch dort du durch ein eine einem einen einer eines er es euer für
hatte hatten hier ich ihr ihre im in ist ja jede jeder kann kein können mein mit muss nach nicht
noch nun nur ob oder ohne sehr sein seine sich sie sind so über um und uns unser unter vom von vor
war waren was wenn wer werden wie wir wird wo zu zum zur
"""
_FRENCH = """
a à au aux avec c ce ces cette d dans de des du elle elles en est et été être eu il ils j je l la le
les leur leurs lui ma mais me mes moi mon n ne nos notre nous on ont ou où par pas pour qu que qui s
sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous y
"""
_SPANISH = """
a al algo como con contra cual cuando de del desde donde durante e el ella ellas ellos en entre era
es esa ese eso esta este esto fue ha han hasta hay la las le les lo los más me mi muy nada ni no nos
o os otra otro para pero por porque que quien se sea ser si sin sobre son su sus también te tiene tu
un una uno y ya yo
"""
STOP_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(_ENGLISH.split()),
    "de": frozenset(_GERMAN.split()),
    "fr": frozenset(_FRENCH.split()),
    "es": frozenset(_SPANISH.split()),
}


def words(text: str) -> list[str]:
    """Runs of letters and digits in lower case, in order; pairs where the script has no spaces.

    Examples
    --------
    >>> words("The C-130's Überholung, 2nd_ed.")
    ['the', 'c', '130', 's', 'überholung', '2nd', 'ed']
    >>> words("検索エンジンABC")
    ['検索', '索エ', 'エン', 'ンジ', 'ジン', 'abc']
    """
    if text.isascii():
        return text.encode().translate(_ASCII).decode().split()
    # ASCII is cut by a table, and the few words with other characters are looked at one by one
    body = text.lower().encode("utf-8", "surrogatepass").translate(_CUT)
    out: list[str] = []
    for word in body.decode("utf-8", "surrogatepass").split():
        if word.isascii():
            out.append(word)
        else:
            out += _beyond_ascii(word)
    return out


def _beyond_ascii(word: str) -> list[str]:
    found = _WORD.findall(word)
    if not _UNSPACED.search(word):
        return found
    return [part for each in found for part in _parts(each)]


def _parts(word: str) -> list[str]:
    """A word cut at runs of unspaced script, those into overlapping pairs."""
    out: list[str] = []
    at = 0
    for run in _UNSPACED.finditer(word):
        if at < run.start():
            out.append(word[at : run.start()])
        string = run.group()
        out += [string[i : i + 2] for i in range(len(string) - 1)] or [string]
        at = run.end()
    if at < len(word):
        out.append(word[at:])
    return out
