"""Kinds of page: what each is, by which evidence, and pages of those about one thing."""
