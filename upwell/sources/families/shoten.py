"""A Japanese bookshop: no spaces between words, lists whose items are divs."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="shoten",
    about="a Japanese bookshop: text without spaces, a ul of divs",
    kind="book",
    language="ja",
    rules=Rules(limit=200, facets=("subject", "binding"), sorts=("price", "year", "title")),
    others=("newsletter",),
    boxes={"banner": 0.5, "sorts": 0.9},
)
