"""The people in a session: seats, spectators, and their directory."""
