"""The special abilities of monsters."""
