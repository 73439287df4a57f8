"""Commands that look after an installation: settings, topics, dead letters."""
