"""How pages are told apart: kinds, answers without a match, what came back."""
