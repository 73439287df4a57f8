"""Own pages of objects: what they say, what turns on them, what their values can be read as."""
