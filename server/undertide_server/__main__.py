"""The server's own commands: `python -m undertide_server serve`."""

from undertide_server.cli import inspect, serve
from undertide_shared.command import CommandLine

if __name__ == "__main__":
    CommandLine(commands=[serve, inspect]).main(prog_name="undertide")
