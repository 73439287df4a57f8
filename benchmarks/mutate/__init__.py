"""Which numbers of the rooms' parameters a test would miss: `make mutate`."""
