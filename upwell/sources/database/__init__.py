"""The searchable database behind a source: records, questions, what happens to them."""
