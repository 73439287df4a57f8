"""`python -m upwell.sources.preview FAMILY`: every page class of a site as a file to look at."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .addresses import STATICS, Asked
from .families import FAMILIES
from .pages import Page, Pages
from .question import Question
from .starting import pages_of


def examples(pages: Pages) -> Iterator[tuple[str, Asked]]:
    """An address of each page class: the name of its file, and what is asked."""
    family, database = pages.family, pages.database
    records = list(database.by_id.values())[:400]
    size = family.per_page

    def asking(query: str, page: int = 1) -> Asked:
        return Asked("search", Question(query, page=page, per_page=size))

    yield "home", Asked("home")
    words = [word for record in records for word in record.title.split()]
    for name, low, high in (("list", 2 * size, 10**9), ("few", 2, size)):
        for word in words:
            asked = Question(word)
            if database.complaint(asked) or not low <= database.search(asked).total <= high:
                continue
            yield name, asking(word)
            if name == "list":
                yield "list-2", asking(word, 2)
            break
    for record in records:
        if database.search(Question(record.title)).total == 1:
            yield "single", asking(record.title)
            break
    yield "none", asking("qwxzv")
    yield "error", asking("a" * 130)
    yield "item", Asked("item", key=str(records[0].id))
    yield "item-2", Asked("item", key=str(records[1].id))
    yield "static", Asked("static", key=STATICS[0])
    yield "missing", Asked("missing")
    if family.contents:
        yield "contents", Asked("contents", key="1")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m upwell.sources.preview")
    parser.add_argument("family", choices=sorted(FAMILIES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=400)
    parser.add_argument("--out", type=Path, default=Path("preview"))
    parser.add_argument("--marked", action="store_true", help="with truth marks")
    parser.add_argument("--redesigned", action="store_true", help="the second design")
    options = parser.parse_args(arguments)
    pages = pages_of(FAMILIES[options.family], options.seed, options.size)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, asked in examples(pages):
        page: Page = pages.page(asked, 1, int(options.redesigned), options.marked)
        kind = "xhtml" if "xml" in pages.family.media_type else "html"
        path = options.out / f"{options.family}-{options.seed}-{name}.{kind}"
        charset = pages.family.charset
        path.write_bytes(page.text.encode(charset, "xmlcharrefreplace"))
        print(path, page.status, page.page_class, page.total, page.location)
    return 0


if __name__ == "__main__":
    sys.exit(main())
