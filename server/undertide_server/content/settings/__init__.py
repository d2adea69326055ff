"""The operator's settings, and which take effect on a reload."""
