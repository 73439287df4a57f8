"""Links that turn the pages of an answer: next, previous, numbers (ENT 6.3: `page=`)."""

from __future__ import annotations

import re
from collections import Counter

from upwell.models.tree.tagtree import Link, TagTree

from .canonical import arguments, canonical, same_owner

TURN = re.compile(
    r"[\s<>«»‹›←→|.…\-\[\]()]*(?:(?:next|prev(?:ious)?|older|newer|first|last)"
    r"(?:\s+(?:\d+\s+)?(?:page|results?|entries|posts|items|articles|stories))?"
    r"|more (?:results?|entries|posts|items|articles|stories)"
    r"|weiter|vor(?:wärts|ige|herige)?|zurück|nächste|letzte|erste|suivante?s?|pr[eé]c[eé]dente?s?"
    r"|siguientes?|anterior(?:es)?|pr[oó]xim[oa]s?|[uú]ltim[oa]|successiv[oa]|precedente|avanti"
    r"|volgende|vorige|n[aä]sta|f[oö]reg[aå]ende|neste|forrige|seuraava|edellinen|nast[eę]pna"
    r"|poprzednia|dal[sš][ií]|p[rř]edchoz[ií]|sonraki|[oö]nceki|следующ\w*|предыдущ\w*|далее|назад"
    r"|вперед|下一页|上一页|次へ|前へ|次|前|다음|이전)(?:\s+(?:page|seite|p[aá]gina))?"
    r"[\s<>«»‹›←→|.…\-\[\]()]*",
    re.I,
)
ARROW = re.compile(r"[\s\[(]*[<>«»‹›←→]{1,3}[\s\])]*")
NUMBER = re.compile(r"(?:page\s*)?[\[(]?\s*(?:\d{1,3}|\d,\d{3})\s*[\])]?", re.I)
# Numbers that are days, and numbers that say how many are shown.
CALENDAR = re.compile(
    r"calendar|[?&](?:day|date|month)=[^&]*|(?:19|20)\d\d[-/]?[01]\d[-/]?[0-3]\d", re.I
)
HOW_MANY = re.compile(r"[?&](?:limit|per_?page|rows|show|count|ipp|n|num|pagesize)=\d+", re.I)
DIGITS = re.compile(r"\d+")
MAX_TEXT = 30  # characters of a link that says next
MIN_NUMBERS = 2  # links of one shape
DISTINCT = 0.75  # share of them that say a number of their own: counts of replies repeat


def pager_links(tree: TagTree, url: str) -> list[Link]:
    """The links of a page that lead to other pages of the same list, in document order.

    Reading
    -------
    The paper only treats the page argument as irrelevant; a crawler that turns pages has to tell
    those links. A link counts that says so itself (`rel`, or next in some 20 languages), or that
    is a number and asks for the page's own path with one number changed, or stands among two or
    more numbers whose URLs differ in nothing but numbers. Numbers of four digits are years of a
    facet, not pages.

    Examples
    --------
    >>> turns("Next »"), turns("nextdoor neighbours"), turns("3")
    (True, False, False)
    """
    speaking = [link for link in tree.links if _may_turn(link)]  # most links need no parsing
    links = [link for link in speaking if same_owner(link.url, url)]
    numbers = {(shape(link.url), link.text) for link in links if is_number(link.text)}
    said = Counter(form for form, _ in numbers)
    seen = Counter(shape(link.url) for link in links if is_number(link.text))
    shapes = {form for form, n in said.items() if n >= MIN_NUMBERS and n >= DISTINCT * seen[form]}
    page = canonical(url)
    return [link for link in links if _turns_page(link, page, shapes)]


def is_number(text: str) -> bool:
    """Whether the text of a link is a page's number.

    >>> is_number("12"), is_number("[3]"), is_number("Page 4"), is_number("iPad 2")
    (True, True, True, False)
    """
    return len(text) <= MAX_TEXT and bool(NUMBER.fullmatch(text.strip()))


def turns(text: str) -> bool:
    """Whether the text of a link says next, previous, first or last page."""
    return len(text) <= MAX_TEXT and bool(TURN.fullmatch(text) or ARROW.fullmatch(text))


def shape(url: str) -> str:
    """A URL with its numbers blanked.

    >>> shape("http://a.example/list/2?n=10")
    'http://a.example/list/#?n=#'
    """
    return DIGITS.sub("#", canonical(url))


def one_number_changed(url: str, page_url: str) -> bool:
    """Whether a URL is the page's own with one numeric argument changed or added.

    >>> one_number_changed("http://a.example/s?q=x&page=2", "http://a.example/s?q=x")
    True
    >>> one_number_changed("http://a.example/s?q=y&page=2", "http://a.example/s?q=x")
    False
    """
    if url.partition("?")[0] != page_url.partition("?")[0]:
        return False
    differ = set(arguments(canonical(url))) ^ set(arguments(canonical(page_url)))
    names = {name for name, _ in differ}
    return len(names) == 1 and all(value.isdigit() for _, value in differ)


def _may_turn(link: Link) -> bool:
    return bool(_relations(link)) or turns(link.text.strip()) or is_number(link.text)


def _relations(link: Link) -> set[str]:
    return {"next", "prev", "previous"} & set(link.rel.lower().split())


def _turns_page(link: Link, page: str, shapes: set[str]) -> bool:
    if not is_number(link.text):
        return canonical(link.url) != page
    if _relations(link):
        return True
    if CALENDAR.findall(canonical(link.url)) != CALENDAR.findall(page):
        return False
    if HOW_MANY.findall(link.url) != HOW_MANY.findall(page) and _says(link, HOW_MANY):
        return False
    return one_number_changed(link.url, page) or shape(link.url) in shapes


def _says(link: Link, pattern: re.Pattern[str]) -> bool:
    """Whether the number that the link says is the one the pattern finds in its URL."""
    said = "".join(DIGITS.findall(link.text))
    return any(said == found.rpartition("=")[2] for found in pattern.findall(link.url))
