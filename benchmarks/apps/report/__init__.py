"""What was measured on applications: kept, set beside, as tables."""
