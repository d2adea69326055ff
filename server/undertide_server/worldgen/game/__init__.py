"""A game drawn from its seed: variety, run tree, creep pool."""
