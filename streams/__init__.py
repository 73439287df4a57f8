"""Everything that touches the outside and decides nothing: records, logs, stores, the web."""
