"""Deterministic chance, rounding and addresses, used by all packages."""
