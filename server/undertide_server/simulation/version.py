"""The version of the rules: a journal must be replayed by the version that played it."""

RULES = 9
"""Raise it with every change after which the same inputs may have another result."""
