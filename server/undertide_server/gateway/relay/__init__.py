"""Members whose clients are connected to one node while their sessions are at another."""
