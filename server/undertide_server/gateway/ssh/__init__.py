"""Visitors by ssh: the port, their limits, and the worker processes that show them the game."""
