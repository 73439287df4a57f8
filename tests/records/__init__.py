"""What records promise: their schemas, the dead letters, bad ones among good ones."""
