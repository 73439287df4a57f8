"""Deaths on purpose: of a record, of a disk, of a broker, of a worker at a named place."""
