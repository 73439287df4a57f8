"""Dates, times ago and durations, in the words of the languages that sites are written in."""
