"""Which question next: probes, word lists, query selection and its rates (THOR IV, ENT 4, TXT)."""
