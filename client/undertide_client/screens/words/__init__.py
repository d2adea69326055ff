"""How values are put into words."""
