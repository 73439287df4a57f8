"""Canonical form, templates, second-level URLs, prevalence, pagers (ENT 3, 6)."""
