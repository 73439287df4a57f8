"""The paper's method and its parts: entropy, coverage tree, k-MIB, merging (WISDOM 3)."""
