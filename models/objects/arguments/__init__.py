"""Arguments of addresses that are no part of an identity: they turn, or choose a view."""
