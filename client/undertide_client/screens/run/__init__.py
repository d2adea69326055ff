"""The map of the run, and its end."""
