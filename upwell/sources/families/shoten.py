"""A Japanese bookshop: no spaces between words, lists whose items are divs."""

from ..family import Family
from ..question import Rules

FAMILY = Family(
    name="shoten",
    about="a Japanese bookshop: text without spaces, a ul of divs",
    kind="book",
    language="ja",
    rules=Rules(limit=200, facets=("subject", "binding"), sorts=("price", "year", "title")),
    others=("newsletter",),
    boxes={"banner": 0.5, "sorts": 0.9},
)
