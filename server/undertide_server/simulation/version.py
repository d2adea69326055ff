"""Which rules these are: what a journal was played by, and must be replayed by."""

RULES = 2
"""Raised with every change after which the same inputs may lead elsewhere."""
