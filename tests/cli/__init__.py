"""Laws of the command line."""
