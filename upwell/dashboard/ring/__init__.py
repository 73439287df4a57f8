"""What the dashboard knows of a log: followed while it grows, bounded however large it is."""
