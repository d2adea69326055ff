"""Runs the command `undertide`: `python -m undertide play` does what `undertide play` does."""

from undertide_shared.command import main

if __name__ == "__main__":
    main()
