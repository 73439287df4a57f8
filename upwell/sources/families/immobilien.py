"""A German market for flats and houses: divs in divs, in German throughout."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="immobilien",
    about="a German market for flats: divs in divs, the answer to a similar query where none is",
    kind="flat",
    language="de",
    rules=Rules(limit=200, facets=("category", "state"), sorts=("price", "area", "free")),
    none="meant",
    others=("newsletter", "postcode"),
    boxes={"banner": 0.6, "sorts": 0.9},
)
