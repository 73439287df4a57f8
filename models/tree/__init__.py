"""Bytes to a columnar tag tree: paths, links, forms (THOR III)."""
