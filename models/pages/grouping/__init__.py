"""Pages of a sample to templates: merged by their gap, small and empty groups apart (THOR V-C)."""
