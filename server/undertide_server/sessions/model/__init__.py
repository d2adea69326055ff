"""The data of a session: identity, seats, settings, errors."""
