"""Connections that were let in: peers, sending, and the endpoint of each peer."""
