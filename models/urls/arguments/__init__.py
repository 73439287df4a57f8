"""Arguments of a site's URLs: which choose, which only show, which are the same (ENT 6.3)."""
