"""What words of class and id say about a place on a page, as bit sets."""

from __future__ import annotations

import re
from functools import lru_cache

GROUPS = {
    "nav": "nav navbar navigation navi menu submenu megamenu breadcrumb breadcrumbs crumbs crumb"
    " topbar toolbar pager pagination paging skip toc tabs tablist dropdown hamburger",
    "foot": "footer foot copyright legal bottom colophon sitefooter",
    "head": "header masthead banner hd topnav siteheader announcement",
    "rel": "related recommend recommended recommendations recommendation similar trending popular"
    " also upsell crosssell recently viewed suggestions suggested latest more readmore teaser"
    " teasers promo promos recirc",
    "soc": "share sharing social follow facebook twitter newsletter subscribe subscription signup"
    " login signin register cta",
    "cookie": "cookie cookies consent gdpr modal popup overlay dialog drawer lightbox offcanvas"
    " minicart cart toast tooltip notice alert flyout",
    "com": "comment comments disqus respond reply replies commentlist discussion",
    "rev": "review reviews rating ratings testimonials qa questions",
    "meta": "byline author authors date meta tag tags category categories info timestamp time"
    " posted avatar user username userinfo profile badge stats signature sig vote votes",
    "pos": "article content main post entry body story text description summary rte prose message"
    " markdown articlebody posts answer question cooked",
    "hid": "hidden hide offscreen visually sronly screenreader assistive invisible collapsed sr",
}
CLASS_BIT = {group: 1 << i for i, group in enumerate(GROUPS)}
_WORD_BIT = {w: CLASS_BIT[group] for group, words in GROUPS.items() for w in words.split()}
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


@lru_cache(maxsize=100_000)
def class_bits(names: str) -> int:
    """Groups that the parts of class and id belong to.

    Examples
    --------
    >>> class_bits("siteNav post-body-2") == CLASS_BIT["nav"] | CLASS_BIT["pos"]
    True
    """
    bits = 0
    for part in _PART.findall(names):
        bits |= _WORD_BIT.get(part.lower(), 0)
    return bits


TAGS = (
    "nav header footer aside form dialog button table td dl figure ul li article section pre"
    " h1 h2 h3"
).split()
TAG_BIT = {tag: 1 << i for i, tag in enumerate(TAGS)}
SIDES = TAG_BIT["nav"] | TAG_BIT["header"] | TAG_BIT["footer"] | TAG_BIT["aside"]
_ROLES = {
    "navigation": "nav",
    "banner": "header",
    "contentinfo": "footer",
    "complementary": "aside",
    "search": "form",
    "dialog": "dialog",
    "alertdialog": "dialog",
    "button": "button",
    "menu": "nav",
    "menubar": "nav",
    "tablist": "nav",
    "article": "article",
}
ROLE_BIT = {role: TAG_BIT[tag] for role, tag in _ROLES.items()}
