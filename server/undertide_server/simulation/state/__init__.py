"""The state of a run: its world, inputs and events, and indexes over it."""
