"""Tables of contents of a site: which links lead to what its pages are about (WISDOM 3.1.2)."""
