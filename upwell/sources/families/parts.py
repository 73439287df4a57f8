"""A dealer in spare parts: broken markup in Latin-1 that browsers put up with."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="parts",
    about="a dealer in spare parts: broken markup, doubled ids, unquoted attributes, Latin-1",
    kind="part",
    rules=Rules(limit=None, order="none", facets=("group", "maker"), sorts=("price", "number")),
    per_page=40,
    charset="iso-8859-1",
    naming=("none", "none", "plain", "snake", "camel"),
    boxes={"sorts": 0.8, "sizes": 0.4},
)
