"""OBJ's own searches: for fragments rich in objects, for the separator of objects."""
