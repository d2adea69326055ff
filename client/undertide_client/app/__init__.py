"""The terminal client at work: its loop, the stack of screens, and the player's preferences."""
