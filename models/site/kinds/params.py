"""Numbers of what a kind of page is said to be."""

from __future__ import annotations

FEW = 3  # pages, and links, from which a kind tells anything
ROWS = 100  # pages whose texts are kept, of all kinds of a site where no two pages are alike
