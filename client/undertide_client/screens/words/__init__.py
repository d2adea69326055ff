"""Texts for values of the game."""
