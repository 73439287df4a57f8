"""Attacks of a hostile web, bounded in time: `make attack`."""
