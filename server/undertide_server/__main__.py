"""The server's own commands: `python -m undertide_server serve`."""

from undertide_server.cli import serve
from undertide_server.cli_inspect import inspect
from undertide_server.cli_replays import replay_worker, replays
from undertide_shared.command import CommandLine

if __name__ == "__main__":
    commands = [serve, inspect, replays, replay_worker]
    CommandLine(commands=commands).main(prog_name="undertide")
