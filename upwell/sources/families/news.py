"""A newspaper: long articles, and tables of contents by section and month that link to all."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="news",
    about="a newspaper: long articles, tables of contents by section and month",
    kind="article",
    rules=Rules(order="none", limit=200, facets=("section",), sorts=("date",)),
    per_page=15,
    contents="section",
    others=("newsletter",),
    boxes={"news": 0.6, "banner": 0.6},
)
