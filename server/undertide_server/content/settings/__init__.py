"""The operator's settings, and the effect of a reload on each."""
