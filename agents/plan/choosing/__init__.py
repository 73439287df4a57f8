"""What a site is asked next: probes, browsing, further pages, questions."""
