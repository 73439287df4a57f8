"""The papers' own forms, as printed: measured beside what runs, called by nothing that does."""
