"""What each family's generator makes, as one digest: `python -m upwell.sources.digest [--pin]`.

A figure that was measured on a source means something while the source is what it was. Each
family's pages of three seeds, one of them redesigned, are pinned in `digests.txt`; a change of a
template, a word list or a phrase changes the digest, and whoever makes it pins it anew and says
why.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from .examples import examples
from .families import FAMILIES
from .family import Family
from .pages.addresses import Asked
from .starting import pages_of

SITES = ((11, 0), (12, 0), (13, 1))  # seed, revision of the design
SIZE = 60
PINNED = Path(__file__).with_name("digests.txt")


def digest(family: Family) -> str:
    """The digest of a family's pages.

    Answers are put in an order of the records' own where there is one, so that the digest does not
    hang on how a version of SQLite breaks ties of relevance.
    """
    found = hashlib.sha256()
    for seed, revision in SITES:
        pages = pages_of(family, seed, SIZE)
        for _, asked in examples(pages):
            page = pages.page(_ordered(asked, family), 1, revision)
            found.update(f"{page.status} {page.page_class} {page.location}\n".encode())
            found.update(page.text.encode())
    return found.hexdigest()[:16]


def _ordered(asked: Asked, family: Family) -> Asked:
    if asked.page != "search" or not family.rules.sorts:
        return asked
    return replace(asked, question=replace(asked.question, sort=family.rules.sorts[0]))


def pinned() -> Mapping[str, str]:
    """The digests that were pinned.

    >>> sorted(pinned()) == sorted(FAMILIES)
    True
    """
    lines = PINNED.read_text("utf-8").splitlines() if PINNED.exists() else []
    return {name: value for name, _, value in (line.partition(" ") for line in lines)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, or pin; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m upwell.sources.digest")
    parser.add_argument("--pin", action="store_true", help="take the present digests as they are")
    options = parser.parse_args(arguments)
    known, now = pinned(), {name: digest(family) for name, family in FAMILIES.items()}
    changed = [name for name in now if known.get(name) != now[name]]
    for name in changed:
        print(f"{name}: {known.get(name, 'not pinned')} -> {now[name]}")
    if options.pin:
        PINNED.write_text("".join(f"{name} {value}\n" for name, value in now.items()), "utf-8")
        return 0
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
