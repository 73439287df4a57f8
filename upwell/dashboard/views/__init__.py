"""What can be looked at, one view a file; `upwell.dashboard.table` lists them."""
