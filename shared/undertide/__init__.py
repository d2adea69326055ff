"""The command `undertide`, as a module: `python -m undertide`."""
