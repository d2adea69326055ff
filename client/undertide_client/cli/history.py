"""The command that lists one's own runs: `undertide history`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from undertide_client.saved.chronicles import HeroRecord

NOTHING = "No hero of yours has died or won yet."


@click.command()
@click.argument("run", default="")
@click.option("--card", is_flag=True, help="Print the card of your last hero's end, to pass on.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def history(*, run: str, card: bool, as_json: bool) -> None:
    """List your own heroes that died, or whose run is over, the latest first.

    With the name of a run, or the beginning of it, print the chronicles of your heroes there.
    """
    from undertide_client.saved.chronicles import FileChronicles

    chronicles = FileChronicles()
    found = [record for record in chronicles.all() if record.life.run.startswith(run)]
    if as_json:
        click.echo(json.dumps({"runs": [_told(record) for record in found]}, ensure_ascii=False))
    elif run and not found:
        raise click.ClickException(f"none of your heroes was in a run {run!r}")
    elif card and found:
        click.echo("\n".join(found[0].card))
    elif run:
        click.echo("\n".join(record.text for record in reversed(found)), nl=False)
    elif found:
        _print_table(found)
        click.echo(f"\nTheir chronicles: {chronicles.folder}")
    else:
        click.echo(NOTHING)


def _told(record: "HeroRecord") -> dict[str, object]:
    """Return a hero's line as scripts read it."""
    life = record.life
    return {
        "run": life.run,
        "hero": life.name,
        "calling": life.calling,
        "floor": life.floor,
        "outcome": record.outcome,
        "ended": record.ended,
    }


def _print_table(found: list["HeroRecord"]) -> None:
    """Print the heroes for people."""
    from datetime import datetime

    from undertide_shared.chronicles import fate_of
    from undertide_shared.tables import table

    headings = ("ENDED", "RUN", "HERO", "CALLING", "FLOOR", "OUTCOME", "FATE")
    rows = [
        (
            f"{datetime.fromtimestamp(record.ended).astimezone():%Y-%m-%d %H:%M}",
            record.life.run[:8],
            record.life.name,
            record.life.calling,
            str(record.life.floor),
            record.outcome,
            fate_of(record.life),
        )
        for record in found
    ]
    click.echo(table(headings, rows, {"FLOOR"}))
