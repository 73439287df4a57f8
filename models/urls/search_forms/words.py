"""The words by which search forms, and forms of other kinds, give themselves away.

One pattern over some 25 languages; names of fields are mostly English everywhere.
"""

from __future__ import annotations

import re

SEARCH = re.compile(
    r"search|suche?n?\b|such(?:en|begriff|wort)|recherch|rechercher|busca|pesquis|procur|cerca\b"
    r"|ricerca|zoek|szukaj|wyszuk|hledat|h[lľ]ada|vyhled|keres[eoéőés]|s[øö]k(?:ning|a|ord)?\b"
    r"|s[øo]g(?:ning|e)?\b|haku\b|etsi\b|ara(?:ma|\b)|c[aă]uta|tra[zž]i|pretra|lookup"
    r"|look[ _-]?up|buscador|quicksearch|querybox|поиск|искать|найти|търс|пошук|αναζ|חיפוש|بحث"
    r"|搜|检索|検索|검색|t[iì]m ki|ค้นหา",
    re.I,
)
FIND = re.compile(r"\bfind(?:en|er)?\b|\bgo\b|\bok\b|\bkeywords?\b|\bquery\b", re.I)
QUERY_NAME = re.compile(
    r"^(?:q|s|k|w|p|qs|kw|sq|st|str|qry|query|querytext|keys?|keywords?|keyw|term|terms?|find"
    r"|phrase|words?|text|searchfor|as_q|wd|qt)$|search|query|keyword|suche?|szuk|busca|pesquis"
    r"|ricerca|zoek|recherch|such(?:begriff|wort)|\[sword\]"
    r"|^(?:fraza|slowo|mots?|palabras?|termo|chaine|parola)$",
    re.I,
)
RESULTS_PATH = re.compile(r"/(?:find|results?|query|s|q)(?:[/.]|$)")
OTHER_NAME = re.compile(
    r"user|login|first|last.?name|phone|address|zip|postal|city|date|price|min|max|from|captcha"
    r"|code|qty|quantit|jump|openid|amount",
    re.I,
)
LOGIN = re.compile(
    r"log[ _-]?in|sign[ _-]?in|logon|anmeld|passwor[dt]|connexion|entrar\b|log[ _-]?out", re.I
)
REGISTRATION = re.compile(r"regist|sign[ _-]?up|create[ _-]?account|join\b|checkout|order\b", re.I)
MAIL = re.compile(r"newsletter|subscri|mailing|e-?mail|unsubscribe|abonn|suscri|inscri", re.I)
CONTACT = re.compile(
    r"contact|comment|feedback|message|enquir|inquir|guestbook|kontakt|nachricht|reply|poll\b"
    r"|vote|quote|captcha|donat|amount|qty|quantity|add.{0,3}to.{0,3}(?:cart|basket|bag)|convert"
    r"|recover|forgot|reset|zip_?code|coupon",
    re.I,
)
# The option of a select that narrows nothing: empty, zero, or a word for all.
WIDE_VALUE = re.compile(
    r"0|-1|\*|%|all|any|every|none|null|alle|tous|toutes|todos?|tutti|default", re.I
)
WIDE_TEXT = re.compile(
    r"[\s\-–—.:*<>\[(]{0,20}(?:all\b|any\b|every|entire|whole|choose|select\b|please|show all"
    r"|no pref"
    r"|alles?\b|überall|bitte|jede|tou(?:s|te)|choisi|tod[oa]s?\b|cualquier|elija|seleccion"
    r"|tutt|qualsiasi|scegli|qualquer|selecione|все\b|любо|wszyst|vše|allt?\b|kaikki)",
    re.I,
)
