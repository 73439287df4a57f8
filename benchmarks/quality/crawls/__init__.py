"""How a site is asked: forms, pagers, queries, whole crawls."""
