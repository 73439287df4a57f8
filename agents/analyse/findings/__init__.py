"""What plan is told of a page."""
