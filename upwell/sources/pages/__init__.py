"""The pages of a source: their addresses, forms, links and noise."""
