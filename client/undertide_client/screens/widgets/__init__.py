"""What screens are made of: drawing, lists, forms, actions."""
