"""World generation: what a seed decides. Pure: the same content and seed give the same, always."""
