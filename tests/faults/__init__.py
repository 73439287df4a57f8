"""Made sites, one for each class of fault in three makes, crawled whole against their truth."""
