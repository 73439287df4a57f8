"""An archive's finding aid: XHTML served as such, and a search form that posts."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="archive",
    about="an archive's finding aid: XHTML served as XML, searched by POST",
    kind="document",
    rules=Rules(facets=("series", "access"), sorts=("year", "creator")),
    method="post",
    fields=("token",),
    media_type="application/xhtml+xml",
    boxes={"adverts": 0.2, "banner": 0.0},
)
