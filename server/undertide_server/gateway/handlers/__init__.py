"""The handlers of messages: routing, login, moderation and new sessions."""
