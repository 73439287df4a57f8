"""Links that say that they lead to a list of everything: hints, no proof."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

LISTS = re.compile(
    r"\b(?:all|any|browse|catalog(?:ue)?s?|index|indexes|lists?|listing|archives?|site.?map|a.?z"
    r"|categor(?:y|ies)|collections?|items|products|titles|overview|directory|recent|latest|newest"
    r"|alle|übersicht|verzeichnis|katalog|kategorien|liste|inhalt|neueste|archiv"
    r"|tou(?:s|tes)|parcourir|répertoire|catégories|sommaire|plan du site"
    r"|tod[oa]s|catálogo|listado|lista|categorías|índice|explorar|mapa"
    r"|tutt[ie]|elenco|catalogo|categorie|sfoglia|indice"
    r"|alles|overzicht|lijst|categorieën|bladeren"
    r"|wszystk\w+|spis|przeglądaj|alla|kaikki|luettelo|alt|oversigt|oversikt|vše|seznam|přehled"
    r"|все|каталог|список|разделы|указатель|όλα|κατάλογος|tümü|hepsi|dizin)\b"
    r"|一覧|すべて|全て|カテゴリ|索引|目录|目錄|全部|列表|分类|전체|목록",
    re.I,
)
DIGITS = re.compile(r"\d+")
CLASSED = 10_000  # links whose class is remembered: it is asked for at every step of a crawl
SHORT_WORD = 5  # letters of a word that may name a type: csv, json, html


def says_list(url: str, text: str) -> bool:
    """Whether a link's text or its path speaks of a list, an index, a catalogue.

    >>> says_list("http://a.example/books", "All books"), says_list("http://a.example/x", "Wallet")
    (True, False)
    """
    path = re.sub(r"[-_/.+]", " ", unquote(urlsplit(url).path))
    return bool(LISTS.search(text) or LISTS.search(path))


@lru_cache(maxsize=CLASSED)
def link_class(url: str) -> str:
    """URLs that are probably made by one template: numbers blanked, what follows a folder too.

    Examples
    --------
    >>> link_class("http://a.example/topic/history/") == link_class("http://a.example/topic/art/")
    True
    >>> link_class("http://a.example/w?id=3&t=x"), link_class("http://a.example/help")
    ('a.example/w?id&t', 'a.example/help?')
    """
    parts = urlsplit(url)
    folders, _, last = parts.path.rstrip("/").rpartition("/")
    path = f"{folders}/*" if folders and last else parts.path
    names = sorted(pair.partition("=")[0] for pair in parts.query.split("&") if pair)
    return f"{parts.netloc}{DIGITS.sub('#', path)}?{'&'.join(names)}"


def folder_class(url: str) -> str:
    """URLs of records that are probably made by one template: any last step, any numbers.

    >>> folder_class("http://a.example/red-bus") == folder_class("http://a.example/blue")
    True
    >>> folder_class("http://a.example/i/3/red") == folder_class("http://a.example/i/4/blue")
    True
    >>> folder_class("http://a.example/show?id=3")
    'a.example/*?id'
    """
    parts = urlsplit(url)
    folders = parts.path.rstrip("/").rpartition("/")[0]
    names = sorted(pair.partition("=")[0] for pair in parts.query.split("&") if pair)
    return f"{parts.netloc}{DIGITS.sub('#', folders)}/*?{'&'.join(names)}"


def type_class(url: str) -> str:
    """URLs that are probably of one type: data, documents, or pages.

    One ending in one folder, or one last step whose numbers differ; short words that arguments
    give may name a type.

    Examples
    --------
    >>> type_class("http://a.example/files/red.pdf") == type_class("http://a.example/files/b.pdf")
    True
    >>> type_class("http://a.example/files/red.pdf") == type_class("http://a.example/files/red")
    False
    >>> type_class("http://a.example/s?q=otter&as=csv") == type_class("http://a.example/s?as=html")
    False
    """
    parts = urlsplit(url)
    folders, _, last = parts.path.rpartition("/")
    ending = last.rpartition(".")[2] if "." in last else ""
    step = f"*.{ending}" if ending else last
    given = sorted(
        name if len(value) > SHORT_WORD or not value.isalpha() else f"{name}={value}"
        for name, _, value in (pair.partition("=") for pair in parts.query.split("&") if pair)
    )
    return f"{parts.netloc}{DIGITS.sub('#', f'{folders}/{step}')}?{'&'.join(given)}"
