"""The behaviour of monsters and allies."""
