"""The page of bundled sources: `python -m docs.sources [--pictures]` rewrites it."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from upwell.models.tree import TEXT, parse
from upwell.sources.examples import examples
from upwell.sources.families import FAMILIES
from upwell.sources.family import Family
from upwell.sources.pages.pages import Pages
from upwell.sources.site import encoded
from upwell.sources.starting import pages_of
from upwell.sources.ways import WAYS

_HERE = Path(__file__).resolve().parent
PAGE = _HERE / "reference" / "sources.md"
PICTURES = _HERE / "images" / "sources"
SEED, SIZE = 1, 200
CLASSES = ("home", "list", "single", "none", "error", "item-1", "about")
_NAMES = {"item-1": "item", "about": "static"}
_CONTROLS = {
    "hidden": "a hidden field",
    "token": "a token",
    "select": "a select",
    "radio": "radio buttons",
    "checkbox": "a checkbox",
}
_LANGUAGES = {"en": "English", "de": "German", "fr": "French", "ja": "Japanese"}
_NONE = {
    "page": "",
    "missing": "No match is a 404.",
    "popular": "No match shows popular records instead.",
    "meant": "No match shows the answer to a similar query.",
}
_WIDTH, _HEIGHT, _SCALE = 1100, 680, 0.4


def page() -> str:
    """The text of the page."""
    return "\n".join([*_head(), *_families(), *_table(), *_ways(), ""])


def _head() -> Iterator[str]:
    yield "<!-- Made by `python -m docs.sources` from the code; edit the code. -->\n"
    yield "# Bundled sources\n"
    yield f"{len(FAMILIES)} families of web sites with a known database, served on the loopback"
    yield "address by `upwell source NAME`; every seed of a family is another site."
    yield "The seed draws names of classes, tags, wrappers, the order of regions, the boxes that"
    yield f"are no answer, the wording and the addresses. Pictures and figures are of seed {SEED}"
    yield "and one design of many.\n"
    yield "`--size` says how many records it holds, 100 to a million; above 100,000 they stand in a"
    yield "file and not in memory. `upwell source list` prints the families, `upwell source --help`"
    yield "what else a site can do: change its records, be redesigned, refuse, set traps.\n"
    yield "`python -m docs.sources --pictures` takes the pictures anew (it needs chromium).\n"


def _ways() -> Iterator[str]:
    yield "\n## Ways in\n"
    yield "Any family can stand behind another door: `upwell source NAME --way WAY` takes the usual"
    yield "form and every other way to its lists away, and leaves the one. `upwell source ways`"
    yield "lists them; `python -m tests.ways` crawls each.\n"
    yield "| way | what is different | shown with |\n|---|---|---|"
    for way in WAYS.values():
        yield f"| {way.name} | {way.about} | {way.family} |"


def _families() -> Iterator[str]:
    for name, family in FAMILIES.items():
        yield f"## {name}\n"
        yield f"![an answer page of {name}](../images/sources/{name}.png)\n"
        yield f"{described(family)}\n"


def described(family: Family) -> str:
    """A family in a paragraph.

    >>> described(FAMILIES["archive"])[:64]
    "An archive's finding aid: XHTML served as such, and a search for"
    """
    module = import_module(f"upwell.sources.families.{family.name}")
    lead = (module.__doc__ or "").splitlines()[0]
    return " ".join(filter(None, [lead, _records(family), _answers(family), _outcomes(family)]))


def _records(family: Family) -> str:
    language = _LANGUAGES[family.language]
    regions = f", in regions by {family.regions}" if family.regions else ""
    regions += f", in groups by {family.group}" if family.group else ""
    return f"Records are {family.kind}s in {language}, {family.per_page} to a page{regions}."


def _answers(family: Family) -> str:
    rules = family.rules
    words = "every word must occur" if rules.combine == "and" else "one word is enough"
    limit = f"the first {rules.limit}" if rules.limit else "all of them"
    order = {"relevance": "by relevance", "rank": "by the site's own rank"}.get(
        rules.order, "in no order"
    )
    text = f"In an answer {words}; {limit} can be seen, {order}."
    if rules.shortest > 1:
        text += f" Words of fewer than {rules.shortest} letters are ignored."
    if rules.stops:
        text += " Stop words are ignored."
    if rules.facets:
        text += f" {_listed(rules.facets).capitalize()} can narrow it."
    return text


def _outcomes(family: Family) -> str:
    controls = [_CONTROLS[name] for name in family.fields]
    text = [
        "The search form posts." if family.method == "post" else "",
        f"Beside the words the search form has {_listed(controls)}." if controls else "",
        f"Pages have forms of {_listed(family.others)} as well." if family.others else "",
        "A single match redirects to its own page." if family.single == "redirect" else "",
        _NONE[family.none],
        "There are tables of contents by section and month." if family.contents else "",
    ]
    return " ".join(filter(None, text))


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _table() -> Iterator[str]:
    yield "## How they differ\n"
    yield "Distinct tags / greatest depth / elements / words of a page of each class, as upwell"
    yield f"parses it (seed {SEED}, {SIZE} records).\n"
    yield f"| family | {' | '.join(_NAMES.get(name, name) for name in CLASSES)} |"
    yield f"|{'---|' * (len(CLASSES) + 1)}"
    for name, family in FAMILIES.items():
        sizes = measured(family)
        yield f"| {name} | {' | '.join(sizes.get(each, '-') for each in CLASSES)} |"


def measured(family: Family) -> Mapping[str, str]:
    """Tags, depth, elements and words by page class; a redirect has none."""
    pages = pages_of(family, SEED, SIZE)
    return {name: _size(body, family) for name, body in _bodies(pages) if body}


def _size(body: bytes, family: Family) -> str:
    tree = parse(body, f"{family.media_type}; charset={family.charset}")
    tags = [tag for tag in tree.tag if tag != TEXT]
    return f"{len(set(tags))} / {int(tree.depth.max())} / {len(tags)} / {int(tree.words.sum())}"


def _bodies(pages: Pages) -> Iterator[tuple[str, bytes]]:
    for name, asked in examples(pages):
        if name in CLASSES:
            yield name, encoded(pages.page(asked, turn=1).text, pages.family.charset)


def take(chromium: str) -> None:
    """One picture of each family's answer page."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, family in FAMILIES.items():
            body = dict(_bodies(pages_of(family, SEED, SIZE)))["list"]
            suffix = "xhtml" if "xml" in family.media_type else "html"
            source = Path(folder, f"page.{suffix}")
            source.write_bytes(body)
            _shoot(chromium, source, PICTURES / f"{name}.png", folder)


def _shoot(chromium: str, source: Path, picture: Path, folder: str) -> None:
    command = [chromium, *"--headless --no-sandbox --disable-gpu --hide-scrollbars".split()]
    command += ["--no-first-run", "--disable-sync", "--disable-background-networking"]
    command += [f"--user-data-dir={folder}/profile", f"--window-size={_WIDTH},{_HEIGHT}"]
    command += [f"--force-device-scale-factor={_SCALE}", f"--screenshot={picture}"]
    quiet = subprocess.DEVNULL
    subprocess.run([*command, source.as_uri()], check=True, timeout=60, stdout=quiet, stderr=quiet)


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the page; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.sources")
    parser.add_argument("--pictures", action="store_true", help="take the pictures anew as well")
    if parser.parse_args(arguments).pictures:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        if chromium is None:
            print("no chromium on this machine: the pictures stay as they are", file=sys.stderr)
            return 1
        take(chromium)
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
