"""Bytes before they are parsed: their characters, what is mended in them, what is no page."""
