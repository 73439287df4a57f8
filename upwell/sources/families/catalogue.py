"""A second-hand bookshop: semantic lists, facets and sorts, a hundred titles at most."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="catalogue",
    about="a second-hand bookshop: a semantic list of titles, shelves and years beside it",
    kind="book",
    rules=Rules(facets=("subject", "year"), sorts=("title", "year", "price")),
    boxes={"adverts": 1.0, "related": 1.0, "facets": 1.0, "sorts": 1.0},
)
