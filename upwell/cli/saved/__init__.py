"""Commands over saved pages: read, judged, put onto a log."""
