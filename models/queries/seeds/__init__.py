"""First queries: probes, names of entities, logs of a search engine (THOR IV, ENT 4)."""
