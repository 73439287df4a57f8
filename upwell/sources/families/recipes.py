"""A collection of recipes: custom elements, inline SVG and microdata."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="recipes",
    about="a collection of recipes: custom elements, inline SVG, microdata; one match redirects",
    kind="recipe",
    rules=Rules(facets=("category", "main"), sorts=("time", "rating", "added")),
    per_page=12,
    single="redirect",
    others=("newsletter",),
    boxes={"adverts": 0.7, "tip": 0.5},
)
