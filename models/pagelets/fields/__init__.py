"""Values of objects in aligned columns that keep their names."""
