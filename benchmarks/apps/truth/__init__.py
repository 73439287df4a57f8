"""What is true of the pages of a crawl, and what was read of them beside it."""
