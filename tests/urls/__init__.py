"""Tests of URLs: forms, pagers, arguments."""
