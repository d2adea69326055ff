"""Watching stored runs again: each viewer's in a process of its own."""
