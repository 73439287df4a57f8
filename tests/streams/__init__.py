"""The log, its transport and the tables."""
