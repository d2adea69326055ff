"""The running terminal client: its loop, the stack of screens, and the player's preferences."""
