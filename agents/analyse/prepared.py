"""What is made of a page before any state is looked at: runs in a parser process."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from itertools import islice

from upwell.models.pages.came_back import (
    CameBack,
    Evidence,
    Response,
    answers_beside,
    decide,
)
from upwell.models.queries.reported import StatedNumber, stated_numbers
from upwell.models.sample import lowest
from upwell.models.site import Observation, observe
from upwell.models.text.words import words
from upwell.models.tree.markup.links import absolute
from upwell.models.tree.parse import Engine, parse
from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.manners import (
    acts,
    is_avoided,
    never_sent_because,
    record_action_links,
    same_owner,
    sign_only_links,
)
from upwell.models.urls.pager import PagerLink, pager_links
from upwell.models.urls.search_forms import search_forms
from upwell.models.urls.search_forms.defaults import choices
from upwell.models.urls.search_forms.open_search import (
    description_links,
    opensearch,
    search_actions,
)
from upwell.models.urls.search_forms.selects import offers
from upwell.models.urls.second_level import carried_query, second_level, template_of_answer
from upwell.models.urls.template import (
    LONGEST,
    action_of,
    form_encoding,
    posted_template,
    query_argument,
    template,
    why_too_long,
)
from upwell.streams.codecs import decompress
from upwell.streams.records import FoundForm, FoundLink, Page

MAX_BODY = 16 << 20
MAX_LINKS = 100
MAX_PAGERS = 20
MAX_WORDS = 400
QUESTIONS = frozenset({"probe", "nonsense", "query", "widen"})
LOOKS_AROUND = frozenset({"discover", "browse"})
STATED = 0.5  # points of what is stated and no form: any form that searches is tried before


@dataclass(frozen=True)
class Prepared:
    """A parsed page and what it says by itself."""

    tree: TagTree
    observation: Observation
    forms: list[FoundForm] = field(default_factory=list)
    links: list[FoundLink] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    numbers: list[StatedNumber] = field(default_factory=list)
    whole: bool = False  # the page is the first of its answer, and no pager leads on
    further: bool = True  # the page may answer more than the query alone asks

    @property
    def leads_on(self) -> bool:
        """Whether the page is one of several of its list."""
        return any(link.role == "pager" for link in self.links)

    @property
    def came_back(self) -> CameBack:
        """What the response and the page say by themselves."""
        seen = self.observation
        beside = answers_beside(seen.signs, seen.wording)
        by_itself = Evidence(says_nothing=seen.wording.says_nothing, new_password=not beside)
        return decide(seen.response, seen.url, seen.signs, by_itself)


DESCRIBES = "describe"  # why an OpenSearch description was asked for


def prepare(record: object, engine: Engine = "lxml") -> Prepared | None:
    """Parse a page record; None for records without a body."""
    if not isinstance(record, Page) or record.outcome != "ok":
        return None
    body = decompress(record.body, MAX_BODY)
    if record.reason == DESCRIBES:
        return _described(body, record, engine)
    tree = parse(body, record.headers.get("content-type", ""), record.final_url, engine=engine)
    links = [link for link in _links(tree, record) if len(link.url) <= LONGEST]
    looks = record.reason in LOOKS_AROUND or record.method == "POST"
    return Prepared(
        tree,
        observe(
            tree,
            record.final_url,
            record.query,
            record.reason == "nonsense",
            _response(record),
        ),
        _forms(tree, record.final_url) if looks else [],
        links,
        lowest(set(words(tree.visible(0, tree.n))), MAX_WORDS),
        stated_numbers(tree) if record.query is not None else [],
        record.reason != "page" and all(link.role != "pager" for link in links),
        record.reason not in QUESTIONS,
    )


def _described(body: bytes, record: Page, engine: Engine) -> Prepared:
    """What an OpenSearch description says; a page without anything on it."""
    tree = parse(b"<html></html>", "text/html", record.final_url, engine=engine)
    templates, encoding = opensearch(body, record.final_url)
    templates = [one for one in templates if not why_too_long(one)]
    forms = [_stated(one, "opensearch", record.final_url, encoding) for one in templates]
    return Prepared(tree, observe(tree, record.final_url, None), forms)


def _stated(template: str, way: str, url: str, encoding: str = "utf-8") -> FoundForm:
    """How a site says that it is asked, as a form."""
    return FoundForm(
        template=template,
        method="get",
        action=template.partition("?")[0],
        query_field=query_argument(template),
        score=STATED,
        encoding=encoding,
        way=way,
        never="" if not acts(template) else f"its address acts: {template[:80]}",
    )


def _response(record: Page) -> Response:
    moved = record.url != record.final_url
    return Response(record.status, record.url if moved else "")


def _forms(tree: TagTree, url: str) -> list[FoundForm]:
    found = []
    base = _base(tree, url)
    for form, verdict in search_forms(tree):
        encoding, posts = form_encoding(form, tree.encoding), form.method == "post"
        asks = posted_template if posts else template
        asked = asks(form, base, verdict.field, encoding)
        never = never_sent_because(form, base, url) or why_too_long(asked)
        hidden = [(f.name, f.value or "") for f in form.fields if f.type == "hidden" and f.name]
        found.append(
            FoundForm(
                template=None if never else asked,
                method=form.method,
                action=form.action[:LONGEST],
                query_field=(verdict.field or "")[:LONGEST] or None,
                score=verdict.score,
                language=tree.language,
                encoding=encoding,
                hidden=hidden if posts and not never else [],
                target=(action_of(form, base) or "") if posts and not never else "",
                place=tree.forms.index(form) + 1,
                never=never,
                choices=[] if never else list(choices(form, verdict.field)),
            )
        )
    actions = [one for one in search_actions(tree.json_ld, url) if not why_too_long(one)]
    return [*found, *(_stated(one, "search-action", url) for one in actions)]


def _base(tree: TagTree, url: str) -> str:
    return absolute(tree.base, url) or url if tree.base else url


def _links(tree: TagTree, record: Page) -> list[FoundLink]:
    if record.reason == "discover":
        return _looked(tree, record.final_url)
    pagers = pager_links(tree, record.final_url, record.query, posts=record.method == "POST")
    turns = {link.url for link in pagers}
    # An answer, or a list, is followed from its first page on.
    pagers = [link for link in pagers if link.page != 1 and not link.back]
    pagers = [link for link in pagers if not acts(link.url, record.query)]
    encoding, query = tree.encoding, record.query or ""
    asked = template_of_answer(record.final_url, query, encoding)
    asked = asked or template_of_answer(record.url, query, encoding)
    refining = second_level(tree.links, asked, query, encoding) if asked else []
    refining = [
        link
        for link in refining
        if not acts(link.url, carried_query(link.url, asked or "", encoding))
    ]
    more = [link for link in refining if link.url not in turns][:MAX_LINKS]
    return [
        *_pagers(pagers),
        *(FoundLink(url=link.url, role="second_level", text=link.text[:80]) for link in more),
        *(_looked(tree, record.final_url, turns) if record.reason == "browse" else []),
    ]


def _looked(tree: TagTree, url: str, but: Set[str] = frozenset()) -> list[FoundLink]:
    return [*_descriptions(tree, url), *_options(tree, url), *_menu(tree, url, but)]


def _options(tree: TagTree, url: str) -> list[FoundLink]:
    """What forms of selects lead to, those that may be sent."""
    base = _base(tree, url)
    asked = [form for form in tree.forms if not never_sent_because(form, base, url)]
    found = [
        one for form in asked for one in offers(form, base, form_encoding(form, tree.encoding))
    ]
    return [
        FoundLink(url=one.url, role="option", text=one.text[:80])
        for one in found
        if not acts(one.url)
    ]


def _descriptions(tree: TagTree, url: str) -> list[FoundLink]:
    """Where the head of a page says that its search is described."""
    found = description_links(tree.source, url)
    return [FoundLink(url=one, role="description") for one in found if same_owner(one, url)]


def _menu(tree: TagTree, url: str, but: Set[str] = frozenset()) -> list[FoundLink]:
    """Links of a page that may be opened without a question.

    They lead to the same owner, do nothing, and are not among the actions that every record has
    beside the link to itself (*edit*, *delete*).
    """
    actions = record_action_links(tree) | sign_only_links(tree)
    own = (link for link in tree.links if same_owner(link.url, url))
    links = (link for link in own if not is_avoided(link, url))
    links = (link for link in links if link.url not in but and link.url not in actions)
    return [
        FoundLink(url=link.url, role="other", text=link.text[:80])
        for link in islice(links, MAX_LINKS)
    ]


def _pagers(links: list[PagerLink]) -> list[FoundLink]:
    """One link to each page: sites lead to one by several addresses."""
    pages = {link.cursor or link.url: link for link in reversed(links)}
    return [
        FoundLink(
            url=link.url, role="pager", text=link.text[:80], page=link.page, cursor=link.cursor
        )
        for link in list(reversed(pages.values()))[:MAX_PAGERS]
    ]
