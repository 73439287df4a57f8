"""How a site is left in peace: robots.txt, delays, Retry-After."""
