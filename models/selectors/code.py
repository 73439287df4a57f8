"""Code that reads a site's pages by their XPaths, for people to take over and change."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .induce import Selectors

_ADDRESSES = ("/@href", "/@src", "/@data-src")


def code_of(site: str, selectors: Selectors, style: str, start: str = "") -> str:
    """The code in one of the styles.

    Parameters
    ----------
    site
        Whose pages they are.
    selectors
        Of its records and columns.
    style
        One of `STYLES`.
    start
        URL of an answer, where a spider begins.
    """
    return STYLES[style](site, selectors, start)


def _xpath(site: str, selectors: Selectors, start: str) -> str:
    found = {
        "site": site,
        "start": start,
        "record": selectors.record,
        "columns": selectors.columns,
        "agreement": selectors.agreement,
        "left_out": list(selectors.left_out),
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"


def _parsel(site: str, selectors: Selectors, start: str) -> str:
    return f'''{_head(site, selectors, "parsel")}
from urllib.parse import urljoin

from parsel import Selector

{_tables(selectors)}

def records(html, url=""):
    """The records of a page, a dictionary each."""
    return [record_of(node, url) for node in Selector(text=html).xpath(RECORD)]

{_RECORD_OF}'''


def _scrapy(site: str, selectors: Selectors, start: str) -> str:
    return f'''{_head(site, selectors, "scrapy")}
from urllib.parse import urljoin

import scrapy

{_tables(selectors)}

class Records(scrapy.Spider):
    """Run it: scrapy runspider THIS_FILE -O records.jsonl"""

    name = "records"
    start_urls = [{start!r}]

    def parse(self, response):
        for node in response.xpath(RECORD):
            yield record_of(node, response.url)

{_RECORD_OF}'''


_RECORD_OF = '''
def record_of(node, url):
    """The columns that a record has."""
    out = {}
    for name, path in COLUMNS.items():
        value = " ".join((node.xpath(path).get() or "").split())
        if value:
            out[name] = urljoin(url, value) if path.endswith(ADDRESSES) else value
    return out
'''


def _head(site: str, selectors: Selectors, library: str) -> str:
    left = f"\nNo XPath is sure for: {', '.join(selectors.left_out)}." if selectors.left_out else ""
    return f'''"""Records of {site}, by XPaths that upwell learned from its pages.

On the pages that were stored {selectors.agreement:.1%} of the records come out as upwell reads
them.{left}
Needs {library}.
"""
'''


def _tables(selectors: Selectors) -> str:
    columns = "".join(f"    {name!r}: {path!r},\n" for name, path in selectors.columns.items())
    return f"RECORD = {selectors.record!r}\nCOLUMNS = {{\n{columns}}}\nADDRESSES = {_ADDRESSES!r}\n"


STYLES: dict[str, Callable[[str, Selectors, str], str]] = {
    "parsel": _parsel,
    "scrapy": _scrapy,
    "xpath": _xpath,
}
