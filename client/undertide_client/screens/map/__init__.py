"""The map and its side panel, and screens that point at cells of the map."""
