"""Small sites of every family and every way in, crawled whole in memory."""
