"""Pages of one site: signatures, clusters, their ranking, empty pages (THOR V, ENT 5)."""
