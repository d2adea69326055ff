"""The `undertide` command: lists the commands of both ends, and imports the one that is called.

Exit codes: 0 done, 1 the thing failed, 2 the call was wrong, 130 stopped with Ctrl-C.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

import click

from undertide_shared.build import this_build


class KnownCommand(NamedTuple):
    """The target and the summary of a command."""

    target: str
    """Its module and its name there, as entry points have them."""
    summary: str
    """One line of the list of commands."""


COMMANDS: Final[Mapping[str, KnownCommand]] = {
    "accounts": KnownCommand(
        "undertide_server.cli.accounts:accounts",
        "List accounts, make operators, reset passwords.",
    ),
    "admin": KnownCommand(
        "undertide_client.cli.admin:admin",
        "Moderate a server: list, kick, ban and mute people.",
    ),
    "bots": KnownCommand(
        "undertide_client.cli.play:bots",
        "Send in heroes that really play: explore, fight, take stairs.",
    ),
    "cluster": KnownCommand(
        "undertide_server.cli.cluster:cluster",
        "List the nodes of a server, drain a node, move runs.",
    ),
    "history": KnownCommand(
        "undertide_client.cli.history:history",
        "List your own heroes that died or won, with their chronicles.",
    ),
    "inspect": KnownCommand(
        "undertide_server.cli.inspect:inspect",
        "Show content in a readable form.",
    ),
    "join": KnownCommand(
        "undertide_client.cli.play:join",
        "Join a server's dungeon.",
    ),
    "keys": KnownCommand(
        "undertide_client.cli.play:keys",
        "Print the current keys, as a file to change them in.",
    ),
    "new-extension": KnownCommand(
        "undertide_server.cli.new_extension:new_extension",
        "Write a package that extends the game, with an example.",
    ),
    "play": KnownCommand(
        "undertide_client.cli.play:play",
        "Start a server of your own, and join it.",
    ),
    "replay": KnownCommand(
        "undertide_client.cli.replay:replay",
        "Watch a run again.",
    ),
    "runs": KnownCommand(
        "undertide_server.cli.runs:runs",
        "List, verify, export, import and delete the runs of a folder.",
    ),
    "serve": KnownCommand(
        "undertide_server.cli.serve:serve",
        "Host sessions until stopped with Ctrl-C or SIGTERM.",
    ),
    "sessions": KnownCommand(
        "undertide_client.cli.play:sessions",
        "List the live sessions of a server.",
    ),
    "title": KnownCommand(
        "undertide_client.cli.title:title",
        "Open the title screen, as `undertide` in a terminal does.",
    ),
    "verify": KnownCommand(
        "undertide_server.cli.verify:verify",
        "Simulate a run again and compare every hash that was stored.",
    ),
    "watch": KnownCommand(
        "undertide_client.cli.play:watch",
        "Watch a dungeon without a seat in it.",
    ),
}
"""All commands by name. A command's module is imported only when somebody calls the command."""
CLUSTER_VARIABLE: Final = "UNDERTIDE_CLUSTER"
"""The environment variable of `--cluster`: unlike the words of a command, nobody else on the
machine can read it."""
IN_FILE: Final = "_FILE"
"""The end of the name of a variable that names a file, in which a secret is: the secrets of
containers and the credentials of systemd are files."""
MOST_SECRET_BYTES: Final = 4096
"""The longest secret in a file: the addresses of a few hosts with a password."""
PASSWORD_SEEN: Final = (
    "others on this machine can read the password in the list of processes:"
    f" put the address into {CLUSTER_VARIABLE} instead"
)
"""The warning of a password among the words of a command."""
FAILED: Final = 1
INTERRUPTED: Final = 130
"""128 and the number of SIGINT, as shells have it."""


def read_secret(variable: str) -> str | None:
    """Return a secret: what a variable holds, or else the file that its twin names.

    Return None if there is neither. The end of the file's line doesn't count. Raises UsageError if
    the file can't be read.
    """
    given = os.environ.get(variable)
    name = os.environ.get(f"{variable}{IN_FILE}")
    if given or not name:
        return given
    try:
        with Path(name).open("rb") as file:
            secret = file.read(MOST_SECRET_BYTES + 1).decode().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as fault:
        raise click.UsageError(f"{variable}{IN_FILE}: {fault}") from fault
    if not secret or len(secret) > MOST_SECRET_BYTES or not secret.isprintable():
        raise click.UsageError(f"{variable}{IN_FILE}: {name} must hold one line")
    return secret


class SecretOption(click.Option):
    """An option whose variable may name a file instead (see `read_secret`)."""

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:  # noqa: ARG002  (click's)
        """Return what the environment gives for the option, if anything."""
        assert isinstance(self.envvar, str)
        return read_secret(self.envvar) or None


class CommandLine(click.Group):
    """A group of commands whose faults are one line on standard error.

    A command returns its exit code, or nothing if it succeeded.
    """

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line; in standalone mode, end the process with its exit code."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode, **extra)
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.Abort:
            code = INTERRUPTED
        except click.ClickException as fault:
            code = _tell(fault)
        sys.exit(code if isinstance(code, int) else 0)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called. Raises UsageError, with the nearest known name."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise click.UsageError(_unknown(args[0], known), ctx)
        return super().resolve_command(ctx, args)


class KnownCommands(CommandLine):
    """The commands of both ends."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """Return the names of all commands, in order."""
        return sorted(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002  (click's signature)
        cmd_name: str,
    ) -> click.Command | None:
        """Import and return the command with a name; None if there is none."""
        return known_command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002  (click's signature)
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the list of commands, and import none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, known.summary) for name, known in sorted(COMMANDS.items())])


@click.group(
    cls=KnownCommands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _option, asked: _show_version(context) if asked else None,
    help="Show the version and the commit, and exit.",
)
@click.pass_context
def undertide(context: click.Context) -> int | None:
    """Go down one dungeon together, from your own terminals, while the tide of monsters rises.

    Without a command, a terminal shows the title screen. `undertide play` starts at once.
    """
    if context.invoked_subcommand is not None:
        return None
    if not is_terminal():
        raise click.exceptions.NoArgsIsHelpError(context)
    code: int = context.invoke(known_command("title"))
    return code


def known_command(name: str) -> click.Command:
    """Import and return the command with a name. Raises KeyError if there is none."""
    module, _, attribute = COMMANDS[name].target.partition(":")
    command: click.Command = getattr(import_module(module), attribute)
    return command


def is_terminal() -> bool:
    """Return whether a person types and reads here."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def main() -> NoReturn:
    """Run the `undertide` command."""
    undertide.main(prog_name="undertide")
    raise AssertionError("a command line ends the process")


def _show_version(context: click.Context) -> NoReturn:
    """Print the build, and exit."""
    click.echo(f"undertide {this_build()}")
    context.exit()


def _unknown(word: str, known: Sequence[str]) -> str:
    """Return that a word is no command, and the nearest known command."""
    from difflib import get_close_matches  # noqa: PLC0415  (seldom needed)

    near = get_close_matches(word, known, n=1)
    return f"no such command {word!r}" + (f": did you mean {near[0]!r}?" if near else "")


def _tell(fault: click.ClickException) -> int:
    """Print a fault, and return its exit code."""
    if isinstance(fault, click.exceptions.NoArgsIsHelpError):
        fault.show()
        return fault.exit_code
    path = fault.ctx.command_path if isinstance(fault, click.UsageError) and fault.ctx else None
    hint = f" (see {path} --help)" if path else ""
    click.echo(f"{path or 'undertide'}: {fault.format_message().rstrip('.')}{hint}", err=True)
    return fault.exit_code
