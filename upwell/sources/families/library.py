"""A library's catalogue: a form with many controls, tables of fields, long detail pages."""

from ..database.question import Rules
from ..family import Family

FAMILY = Family(
    name="library",
    about="a library's catalogue: MARC-like tables, long records, a form with many controls",
    kind="volume",
    rules=Rules(
        limit=300,
        stops=True,
        facets=("subject", "language", "form"),
        sorts=("title", "author", "year"),
    ),
    per_page=20,
    fields=("select", "radio", "checkbox", "hidden", "token"),
    boxes={"adverts": 0.2, "facets": 0.9, "sorts": 0.9, "sizes": 0.6, "session": 0.8},
)
