"""The map and its panel, and screens that point at cells of it."""
