"""A board of vacancies of the years around 2012: lists, and forms that search nothing."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="jobs",
    about="a board of vacancies: a list in a card layout, login and newsletter forms on every page",
    kind="job",
    rules=Rules(
        combine="or", limit=200, order="rank", facets=("sector", "contract"), sorts=("posted",)
    ),
    others=("login", "newsletter", "language"),
    boxes={"sorts": 0.9, "news": 0.6},
)
