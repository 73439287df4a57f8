"""Commands that crawl, and what they need: signals, restarts, queries of the operator's own."""
