"""Repeated structure: where lists may start, their parts, their score, their bounds (OBJ 3)."""
