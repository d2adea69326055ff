"""The world in sentences, for players who listen to it instead of looking at a map."""
