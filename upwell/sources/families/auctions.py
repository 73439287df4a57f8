"""An auction house of 2003: tables in tables, font and center, spacer images."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="auctions",
    about="an auction house of 2003: nested tables, font and center, upper-case tags",
    kind="lot",
    rules=Rules(sorts=("bid", "closes", "bids")),
    per_page=25,
    fields=("hidden", "token"),
    naming=("none", "none", "plain", "prefixed"),
    boxes={"sorts": 1.0, "clock": 0.6, "visitors": 0.5, "sizes": 0.2},
)
