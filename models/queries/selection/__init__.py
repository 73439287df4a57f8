"""The running selection: what a query may bring for its price (ENT 4, TXT 5)."""
