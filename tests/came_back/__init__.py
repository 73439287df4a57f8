"""Made pages of every class of what comes back, with the truth."""
