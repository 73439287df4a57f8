"""What stays the same and what does not: object identity, differences, drift of templates."""
