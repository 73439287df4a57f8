"""Commands of the dashboard: serve it, account for a site, answer programs."""
