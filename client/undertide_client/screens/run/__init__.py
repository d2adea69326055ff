"""The map of the run, and the end of the run."""
