"""World generation from a seed. Pure: the same content and seed always give the same world."""
