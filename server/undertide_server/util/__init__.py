"""Helpers for all packages: chance, rounding, addresses, names, rates, slices, private files."""
