"""One request and its answer on the wire: bounded, metered, through a proxy or not."""
