"""The `undertide` command, to which each end adds its subcommands through an entry point.

Neither end is imported before one of its commands is called or listed.

Exit codes: 0 done, 1 the thing failed, 2 the call was wrong, 130 stopped with Ctrl-C.
"""

import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NoReturn

import click

from undertide_shared.build import this_build

ENTRY_POINTS: Final = "undertide.commands"
"""The entry point group in which packages name their subcommands."""
FAILED: Final = 1
INTERRUPTED: Final = 130
"""128 and the number of SIGINT, as shells have it."""


class CommandLine(click.Group):
    """A group of commands whose faults are one line on standard error.

    A command returns its exit code, or nothing when all went well.
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


class InstalledCommands(CommandLine):
    """The commands of all packages that are installed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """Return the names of all commands, in order."""
        return sorted(_installed())

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002  (click's signature)
        cmd_name: str,
    ) -> click.Command | None:
        """Import and return one command, if there is one of that name."""
        entry = _installed().get(cmd_name)
        if entry is None:
            return None
        command = entry.load()
        assert isinstance(command, click.Command), f"{entry.value} is no command"
        return command


@click.group(cls=InstalledCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _option, asked: _show_version(context) if asked else None,
    help="Show the version and the commit, and exit.",
)
def undertide() -> None:
    """Go down one dungeon together, from your own terminals, while the tide of monsters rises.

    Start with `undertide play`.
    """


def main() -> NoReturn:
    """Run the `undertide` command."""
    undertide.main(prog_name="undertide")
    raise AssertionError("a command line ends the process")


def _show_version(context: click.Context) -> NoReturn:
    """Print which build this is, and exit."""
    click.echo(f"undertide {this_build()}")
    context.exit()


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _tell(fault: click.ClickException) -> int:
    """Print what was wrong, and return the exit code for it."""
    if isinstance(fault, click.exceptions.NoArgsIsHelpError):
        fault.show()
        return fault.exit_code
    path = fault.ctx.command_path if isinstance(fault, click.UsageError) and fault.ctx else None
    hint = f" (see {path} --help)" if path else ""
    click.echo(f"{path or 'undertide'}: {fault.format_message().rstrip('.')}{hint}", err=True)
    return fault.exit_code
