"""Questions about the world that change nothing."""
