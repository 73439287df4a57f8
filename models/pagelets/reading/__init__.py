"""Reading a page with what is known of its site."""
