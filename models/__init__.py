"""The algorithms: values in, values out. No network, disk, clock or randomness of their own."""
