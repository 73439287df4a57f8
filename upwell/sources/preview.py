"""`python -m upwell.sources.preview FAMILY`: every page class of a site as a file to look at."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .examples import examples
from .families import FAMILIES
from .pages.visit import Page
from .site import encoded
from .starting import pages_of


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
        path.write_bytes(encoded(page.text, pages.family.charset))
        print(path, page.status, page.page_class, page.total, page.location)
    return 0


if __name__ == "__main__":
    sys.exit(main())
