"""The columns of a site's objects, as commands show them."""
