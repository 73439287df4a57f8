"""ENT in its own form: empty pages by signatures, queries from logs and lists of entities."""
