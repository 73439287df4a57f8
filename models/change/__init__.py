"""What stays the same of an object and what does not: its differences, and what of them is news."""
