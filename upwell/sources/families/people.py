"""A directory of staff and students: an answer has two regions on one page."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="people",
    about="a directory of staff and students: two regions of results, a choice of namesakes",
    kind="person",
    rules=Rules(order="rank", facets=("department",), sorts=("title", "since")),
    regions="standing",
    ambiguous="title",
    per_page=30,
    others=("login",),
    boxes={"adverts": 0.2, "popular": 0.5, "sizes": 0.4},
)
