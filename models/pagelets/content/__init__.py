"""Which texts and places of a page answer the query, and which are frame (THOR VI-B)."""
