"""The command by which a player's own program lists the runs of a data folder."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undertide_server.cli.run_options import store_faults_told
from undertide_server.cli.store_options import data_option

if TYPE_CHECKING:
    from undertide_server.store.run_list import Save


@click.command("saves", hidden=True)
@data_option
def list_saves(*, data: Path) -> None:
    """Print the played runs of a folder as JSON, the latest first."""
    from undertide_server.store.run_list import saves

    with store_faults_told(data):
        found = saves(data)
    click.echo(json.dumps({"runs": [_told(save) for save in found]}))


def _told(save: "Save") -> dict[str, object]:
    """Return a run as `undertide_client.saved.runs.SavedRun` reads it."""
    fields = ("run", "session", "preset", "state", "reason")
    info = {field: getattr(save.info, field) for field in fields}
    return info | {"heroes": save.heroes, "floor": save.floor, "played": save.played}
