"""How a source looks: what its seed draws of markup, names and words; its templates."""
