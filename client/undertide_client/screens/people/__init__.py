"""Screens about the people of a session, and moderation."""
