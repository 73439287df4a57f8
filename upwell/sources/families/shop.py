"""A shop of today: cards in a grid of divs with utility classes, JSON-LD on item pages."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="shop",
    about="a shop of today: cards in a grid of divs with utility classes, facets, two views",
    kind="product",
    rules=Rules(
        limit=None,
        order="rank",
        facets=("category", "brand", "price"),
        sorts=("price", "rating"),
    ),
    per_page=24,
    none="popular",
    others=("newsletter", "postcode"),
    naming=("none", "hashed", "utility", "modules", "styled", "bem"),
    boxes={"facets": 1.0, "sorts": 0.9, "sizes": 0.5, "adverts": 0.5, "banner": 0.6},
    views=("grid", "list"),
)
