"""THOR in the paper's own form: its clustering of pages, its search for pagelets."""
