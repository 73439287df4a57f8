"""The papers' own experiments, and theirs beside ours."""
