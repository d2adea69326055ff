"""The parts that screens are made of: drawing, lists, forms, actions."""
