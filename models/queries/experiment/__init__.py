"""The thesis's experiments: words chosen from a sample, put to a limited source (TXT 3-6)."""
