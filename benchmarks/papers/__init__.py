"""The concordance of `docs/papers.md`, filled from the code and the stored runs: `make papers`."""
