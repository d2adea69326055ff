"""The bar, keys and landmarks of a replay."""
