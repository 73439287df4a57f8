"""Two models of one site: which kinds of page they may read differently, and what differs."""
