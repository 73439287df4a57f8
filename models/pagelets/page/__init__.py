"""A page as the search and the columns want it: nodes by name, plain lists, what markup says."""
