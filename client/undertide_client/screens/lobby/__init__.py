"""Screens before and around a game: the lobby, accounts, new sessions, outages."""
