"""`upwell feed`: where changes go."""
