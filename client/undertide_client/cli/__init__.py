"""The client's commands."""
