"""The journal of a session: writing, recovery and verification of runs."""
