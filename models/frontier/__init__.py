"""What may be asked and when: numbers, budget, what was seen, revisits (DESIGN 4.7)."""
