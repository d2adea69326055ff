"""The supervisor of `serve --workers`: one port, several workers, and their ends and restarts."""
