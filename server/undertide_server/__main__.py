"""The server's own commands: `python -m undertide_server serve`."""

from undertide_server.cli.inspect import inspect
from undertide_server.cli.internal import (
    list_saves,
    look_worker,
    operator_pass,
    render_worker,
    replay_worker,
    replays,
    ssh_worker,
)
from undertide_server.cli.serve import serve
from undertide_server.cli.workers import serve_worker
from undertide_shared.command import CommandLine

if __name__ == "__main__":
    commands = [
        serve,
        inspect,
        list_saves,
        replays,
        replay_worker,
        render_worker,
        look_worker,
        ssh_worker,
        serve_worker,
        operator_pass,
    ]
    CommandLine(commands=commands).main(prog_name="undertide")
