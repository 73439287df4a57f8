"""The dashboard: pages, JSON and live streams over what a log and its read model say."""
