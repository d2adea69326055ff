"""Connections that were let in: peers, sending, and where a peer is."""
