"""Pages of our own making, each a way in which real sites differ, and what must be read of them."""
