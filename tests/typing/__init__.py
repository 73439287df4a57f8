"""Public signatures, as mypy sees them."""
