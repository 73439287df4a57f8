"""What can be looked at, one view a file; `table` lists them."""
