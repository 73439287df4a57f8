"""WISDOM's measure of what its blocks cover."""
