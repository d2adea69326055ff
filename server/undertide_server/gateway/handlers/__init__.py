"""What messages mean: routing, login, moderation, new sessions."""
