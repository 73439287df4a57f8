"""How right a page is read: regions, records, columns, content."""
