"""Links between nodes: what they carry, one end of one, and all links of a node."""
