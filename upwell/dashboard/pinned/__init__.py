"""What was learned of a site said otherwise in the browser: the names, and what is said of them."""
