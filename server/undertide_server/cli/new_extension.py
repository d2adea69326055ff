"""The builder's command that begins an extension: `undertide new-extension`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from pathlib import Path

import click

from undertide_server.cli.parts import faults_told

__all__ = ["new_extension"]


@click.command()
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="The new folder of the package; without it, NAME here.",
)
def new_extension(*, name: str, folder: Path | None) -> None:
    """Write a package that extends the game: an example that works, and its tests.

    NAME has small letters, figures and underlines. docs/extending.md leads on from there.
    """
    from undertide_server.extending.template import write_extension

    place = folder or Path(name)
    with faults_told():
        write_extension(name, place)
    click.echo(f"{place} has a new extension. Try it: cd {place}; pip install -e . pytest; pytest")
