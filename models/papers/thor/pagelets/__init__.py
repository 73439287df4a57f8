"""The search for pagelets as THOR prints it: filter, match, rank, select (THOR VI)."""
