"""Laws of reading: what may change about a site without changing what its pages say."""
