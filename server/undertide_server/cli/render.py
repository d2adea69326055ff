"""The host's command that renders runs while the server is down: `undertide runs render`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undertide_server.cli.parts import FOLDER, faults_told
from undertide_server.cli.run_options import SHORT, owners_of, reading, store_faults_told
from undertide_server.cli.store_options import store_option
from undertide_server.store.engine.address import StoreAddress

if TYPE_CHECKING:
    from undertide_server.content.settings.settings import ReplaySettings
    from undertide_server.store.writer import Writer


@click.command()
@store_option
@click.option("--config", type=FOLDER, help="Folder with a server.toml of your own.")
def render(*, store: StoreAddress, config: Path | None) -> None:
    """Make the pictures of all runs, from which replays are shown after an update.

    The server must be down. A running server makes them by itself, but for the last minute of a run
    that is live when it stops. [replays] of server.toml bounds their bytes.
    """
    from contextlib import closing

    from undertide_server.content.load import load_settings
    from undertide_server.store.writer import Writer

    with faults_told():
        settings = load_settings(config).replays
    with store_faults_told(store), _without_server(store):
        with reading(store) as reader:
            names = [info.run for info in reader.runs()]
        with closing(Writer(store)) as writer:
            made = [_render(store, writer, name, settings) for name in names]
    click.echo(f"{sum(added > 0 for added in made)} of {len(made)} runs have more pictures now")


@contextmanager
def _without_server(store: StoreAddress) -> Iterator[None]:
    """Hold a folder; end the command if a node lives that shares a database.

    Raises FolderInUseError, OSError or StoreError.
    """
    from undertide_server.store.opening import held

    if isinstance(store, Path):
        with held(store):
            yield
        return
    with owners_of(store) as owners:
        living = [status.id for status in owners.nodes() if status.is_living]
    if living:
        raise click.ClickException(f"{', '.join(living)}: the nodes make the pictures themselves")
    yield


def _render(store: StoreAddress, writer: "Writer", run: str, settings: "ReplaySettings") -> int:
    """Render what isn't rendered yet of a run; return how many renders were added."""
    from undertide_server.extending.loading import repertoire_of_this_process
    from undertide_server.replays.errors import UnplayableRunError
    from undertide_server.replays.renderer import rendering
    from undertide_server.sessions.durability.recovery import damage_told
    from undertide_server.sessions.model.errors import RecoveryError
    from undertide_server.simulation.version import RULES
    from undertide_server.store.renders import RenderReader, Unrendered

    with RenderReader(store) as reader:
        taken = reader.render_room(run)
    room = min(settings.most_bytes - taken.in_all, settings.most_bytes_of_run - taken.of_run)
    added = 0
    try:
        with damage_told():
            for each in rendering(store, run, repertoire_of_this_process()):
                room -= each.size
                if room < 0:
                    writer.apply([Unrendered(run, RULES, "room")])
                    click.echo(f"run {run[:SHORT]}: no room for more pictures of it", err=True)
                    break
                writer.apply([each])
                added += 1
    except (RecoveryError, UnplayableRunError) as fault:
        click.echo(f"run {run[:SHORT]}: {fault.reason}", err=True)
    return added
