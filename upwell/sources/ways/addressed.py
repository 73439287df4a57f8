"""Sites that are asked by an address: words in the path, descriptions instead of forms."""

from __future__ import annotations

import json
from urllib.parse import quote, unquote

from ..pages.visit import Page
from .door import HOST, Door, Request, Served, Tree, edited, element


class InPath(Door):
    """A form leads on to an address whose path holds the words; so do all links of an answer."""

    prefix = "/browse/words"

    def enter(self, request: Request) -> Request | Served:
        words = self.names["query"]
        if self.is_search(request.path):
            arguments = request.arguments
            if arguments.get(words):
                return Served("", 302, self._written(request.address))
        elif request.path.startswith(f"{self.prefix}/"):
            query, _, page = request.path.removeprefix(f"{self.prefix}/").partition("/")
            more = {name: value for name, value in request.arguments.items() if name != words}
            if page.isdigit():
                size = self.pages.family.per_page
                first = (int(page) - 1) * size
                more[self.names["page"]] = str(first if self.pages.addresses.offsets else page)
            return request.at(self.plain(unquote(query), **more))
        return request

    def _written(self, address: str) -> str:
        """An address of the search with its words and its page in the path."""
        asked = self.pages.addresses.read(address)
        question = asked.question
        if not question.query:
            return address
        pairs = dict(Request(address).arguments)
        pairs.pop(self.names["query"], None)
        pairs.pop(self.names["page"], None)
        path = f"{self.prefix}/{quote(question.query, safe='')}"
        path += f"/{question.page}" if question.page > 1 else ""
        text = "&".join(f"{quote(name)}={quote(value)}" for name, value in pairs.items())
        return f"{path}?{text}" if text else path

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        for link in tree.iter("a"):
            address = link.get("href") or ""
            if self.is_search(address):
                link.set("href", self._written(address))
        self.drop_lists(tree, page)


class Unspoken(Door):
    """No form at all: somebody has to say how it is asked."""

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self.drop_forms(tree)
        self.drop_lists(tree, page)


class OpenSearch(Unspoken):
    """No form, but a description of the search that the head of each page names."""

    described = "/opensearch.xml"

    def enter(self, request: Request) -> Request | Served:
        if request.path != self.described:
            return request
        words = self.names["query"]
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>\n<OpenSearchDescription xmlns='
            '"http://a9.com/-/spec/opensearch/1.1/"><ShortName>Search</ShortName><InputEncoding>'
            'UTF-8</InputEncoding><Url type="application/rss+xml" rel="results" template="/feed?'
            f'{words}={{searchTerms}}"/><Url type="application/x-suggestions+json" '
            f'template="/suggest?{words}={{searchTerms}}"/><Url type="text/html" method="get" '
            f'template="{HOST}{self.search}?{words}={{searchTerms}}"/></OpenSearchDescription>\n'
        )
        return Served(text, media_type="application/opensearchdescription+xml")

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        super().dress(tree, page, request)
        link = element("link", rel="search", title="Search", href=self.described)
        link.set("type", "application/opensearchdescription+xml")
        tree.find("head").append(link)


class SearchAction(Unspoken):
    """No form, but the front page says as JSON-LD how it is asked."""

    def leave(self, page: Page, request: Request) -> Served:
        served = super().leave(page, request)
        if page.page_class != "home":
            return served
        target = f"{HOST}{self.search}?{self.names['query']}={{search_term_string}}"
        action = {
            "@type": "SearchAction",
            "target": {"@type": "EntryPoint", "urlTemplate": target},
            "query-input": "required name=search_term_string",
        }
        what = {"@type": "WebSite", "url": f"{HOST}/", "potentialAction": action}
        said = json.dumps({"@context": "https://schema.org", "@graph": [what]})

        def add(tree: Tree) -> None:
            script = element("script", said)
            script.set("type", "application/ld+json")
            tree.find("head").append(script)

        return served._replace(text=edited(served.text, add))
