"""Everything that can be looked at, in one table: pages, JSON and the OpenAPI document follow."""

from __future__ import annotations

from .objects.asking import ask
from .objects.search import ORDERS, STATES
from .pinned.names import names
from .views.changes import EVENTS, changes
from .views.letters import letter, letters
from .views.object import object_
from .views.objects import objects
from .views.page import page
from .views.pages import CAME_BACK, pages
from .views.queries import SORTS, queries
from .views.report import report
from .views.site import site
from .views.sites import sites
from .views.workers import workers
from .web.view import CURSOR, LIMIT, Parameter, View

VIEWS: tuple[View, ...] = (
    View("sites", "/", "All sites: where each stands, and why.", sites),
    View("site", "/sites/{site}", "One site: what was learned of it, and what it cost.", site),
    View(
        "queries",
        "/sites/{site}/queries",
        "The questions that a site was asked, and what each brought.",
        queries,
        (
            Parameter("sort", "by what", SORTS),
            Parameter("q", "questions that have this in them"),
            LIMIT,
            CURSOR,
        ),
    ),
    View(
        "pages",
        "/sites/{site}/pages",
        "The pages of a site as they were read, the one answered last first.",
        pages,
        (
            Parameter("came_back", "what the page is", CAME_BACK),
            Parameter("kind", "number of its kind of page"),
            Parameter("q", "addresses that have this in them"),
            LIMIT,
            CURSOR,
        ),
    ),
    View(
        "page",
        "/sites/{site}/page",
        "One page: each time it was read, by which route and which rules.",
        page,
        (Parameter("url", "its address", required=True),),
    ),
    View(
        "names",
        "/sites/{site}/names",
        "What was learned of a site, under the names by which it can be said otherwise.",
        names,
    ),
    View(
        "report",
        "/sites/{site}/report",
        "What became of every address and form that a site showed.",
        report,
    ),
    View(
        "ask",
        "/sites/{site}/ask",
        "Objects of a site that answer a question, from what is known of it.",
        ask,
        (
            Parameter("query", "words of their text"),
            Parameter("where", 'a filter, as in price < 100 and title contains "cello"'),
            Parameter("max_age", "seconds since the site answered this very question; a day"),
            LIMIT,
        ),
        page=False,
    ),
    View(
        "objects",
        "/sites/{site}/objects",
        "The objects of a site as a table.",
        objects,
        (
            Parameter("q", "words of the text, the last one as its beginning"),
            Parameter("query", "the question that brought them"),
            Parameter("column", "name of a column, for `value` and for the orders of numbers"),
            Parameter("value", "what the text of the column has in it"),
            Parameter("state", "present ones, those that have ended, or any", STATES),
            Parameter("order", "with `q` always `found`", ORDERS),
            LIMIT,
            CURSOR,
        ),
    ),
    View("object", "/objects/{id}", "One object, its values and its history.", object_),
    View(
        "changes",
        "/changes",
        "What happened to objects, the newest first.",
        changes,
        (
            Parameter("site", "only of this one"),
            Parameter("event", "only of this kind", EVENTS),
            LIMIT,
            CURSOR,
        ),
    ),
    View("workers", "/workers", "How far every reader of the log is.", workers),
    View("letters", "/letters", "Records that could not be handled.", letters, (LIMIT, CURSOR)),
    View(
        "letter",
        "/letters/{letter}",
        "One dead letter: the reason, the trace, what of its record can be read.",
        letter,
    ),
)
