"""Reading as the operator says: pinned columns, regions, kinds and keys of a site."""
