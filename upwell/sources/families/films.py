"""A French guide to films: figures with captions in a grid."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="films",
    about="a French guide to films: figures with captions in a grid",
    kind="film",
    language="fr",
    rules=Rules(
        stops=True, order="rank", facets=("genre", "country"), sorts=("title", "year", "rating")
    ),
    per_page=18,
    others=("newsletter",),
    boxes={"banner": 0.5, "sorts": 0.9},
)
