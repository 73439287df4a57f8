"""Objects: which is which, and what of their text is their own."""
