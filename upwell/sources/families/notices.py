"""Public notices: plain pages, on which a record is a run of siblings without a wrapper."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="notices",
    about="public notices: runs of headings and paragraphs without wrappers, nothing is a 404",
    kind="notice",
    rules=Rules(order="none", facets=("category",), sorts=("date",)),
    single="redirect",
    none="missing",
    naming=("none", "none", "plain", "snake", "bem"),
    boxes={"adverts": 0.4, "popular": 0.4, "facets": 0.5, "sizes": 0.2},
)
