"""Commands that show what a log holds: sites, objects, changes, and why."""
