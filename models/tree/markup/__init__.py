"""What the markup says besides the tree: links, forms, JSON-LD."""
