"""Replays of stored runs: each viewer's in a process of its own."""
