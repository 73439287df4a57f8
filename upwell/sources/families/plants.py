"""An amateur flora: definition lists, in which a record is a term and its descriptions."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="plants",
    about="an amateur flora of about 2006: a definition list, a record is a dt and its dd",
    kind="plant",
    rules=Rules(
        limit=None, shortest=4, stops=True, facets=("habit", "light"), sorts=("height", "price")
    ),
    per_page=15,
    boxes={"popular": 0.5, "adverts": 0.6, "tip": 0.6},
)
