"""Changes to the world that actions, monsters and systems share."""
