"""Informative blocks of pages: articles and tables of contents (WISDOM 3, Appendix A)."""
