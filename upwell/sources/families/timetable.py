"""A calendar of events: one table, in which rows of a heading stand between groups of rows."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="timetable",
    about="a calendar of events: one table with a heading row before each group of rows",
    kind="event",
    rules=Rules(facets=("category",), sorts=("date", "price")),
    per_page=30,
    group="category",
    others=("newsletter",),
    boxes={"sorts": 0.9, "adverts": 0.7},
)
