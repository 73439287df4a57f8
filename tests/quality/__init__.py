"""The measuring of quality, itself tested."""
