"""Folders that earlier versions filled: each later one opens them."""
