"""The command that shows content: `undertide inspect`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import re
from typing import Any, get_args

import click

from undertide_server.cli.balance import balance
from undertide_server.cli.view import ViewOptions, shared_options
from undertide_server.content.records.layouts import LayoutName
from undertide_shared.command import CommandLine

MAX_DEPTH = 49
"""No game has more floors than 50."""
MAX_BRANCH_ID = 2 * MAX_DEPTH - 1
"""Characters of an id: a digit for each floor, and the dots between."""


def path_of(text: str) -> tuple[int, ...]:
    """Return the path of a branch's id: `root`, or the place of each floor among its siblings."""
    if text == "root":
        return ()
    if len(text) > MAX_BRANCH_ID or not re.fullmatch(r"[0-2](\.[0-2])*", text):
        raise click.BadParameter('expected "root", or numbers from 0 to 2 such as 0.1.0')
    return tuple(map(int, text.split(".")))


@click.group(cls=CommandLine)
def inspect() -> None:
    """Show content in a readable form."""


@inspect.command()
@shared_options
def curve(**view: Any) -> None:
    """Show how strong monsters are on each floor."""
    from undertide_server.inspection.curve import curve_data, plot_curve, render_curve

    shown = ViewOptions(**view)
    shown.show(curve_data(shown.ruleset(), shown.seed), render_curve, plot_curve)


@inspect.command()
@shared_options
def roster(**view: Any) -> None:
    """List the monsters of a game, from the weakest to the strongest."""
    from undertide_server.inspection.roster import plot_roster, render_roster, roster_data

    shown = ViewOptions(**view)
    shown.show(
        roster_data(shown.ruleset(), shown.seed, shown.repertoire()), render_roster, plot_roster
    )


@inspect.command()
@shared_options
def gear(**view: Any) -> None:
    """List the gear of a game, and examples of finds on each floor."""
    from undertide_server.inspection.gear import gear_data, plot_gear, render_gear

    shown = ViewOptions(**view)
    shown.show(gear_data(shown.ruleset(), shown.seed, shown.repertoire()), render_gear, plot_gear)


@inspect.command()
@click.argument("number", metavar="[FLOOR]", type=click.IntRange(min=1), required=False)
@click.option(
    "--branch",
    "path",
    type=path_of,
    metavar="ID",
    help="Its id in `inspect tree`, such as 0.1.0; without it the leftmost way down to FLOOR.",
)
@click.option(
    "--heroes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Number of heroes for whom the floor is filled; their level is the floor's number.",
)
@click.option(
    "--layout",
    type=click.Choice(get_args(LayoutName)),
    help="The layout; by default the one that the seed draws.",
)
@shared_options
def floor(
    number: int | None,
    path: tuple[int, ...] | None,
    heroes: int,
    layout: LayoutName | None,
    **view: Any,
) -> None:
    """Show floor FLOOR (by default 1), or a branch, as heroes first find it."""
    from undertide_server.inspection.floor import floor_data, plot_floor, render_floor

    if number is not None and path is not None:
        raise click.UsageError("FLOOR and --branch both name a floor: leave one out")
    shown = ViewOptions(**view)
    there = (0,) * ((number or 1) - 1) if path is None else path
    try:
        data = floor_data(shown.ruleset(), shown.seed, shown.repertoire(), there, heroes, layout)
    except IndexError as fault:
        hint = "FLOOR" if path is None else "--branch"
        raise click.BadParameter("there is no such floor", param_hint=hint) from fault
    shown.show(data, render_floor, plot_floor)


@inspect.command()
@click.option(
    "--depth",
    type=click.IntRange(0, MAX_DEPTH),
    default=5,
    show_default=True,
    help="Depth of the deepest floors shown: the number of floors above them.",
)
@shared_options
def tree(depth: int, **view: Any) -> None:
    """Show where the stairs lead, for a hero who takes every stair down."""
    from undertide_server.inspection.tree import plot_tree, render_tree, tree_data

    shown = ViewOptions(**view)
    shown.show(
        tree_data(shown.ruleset(), shown.seed, shown.repertoire(), depth), render_tree, plot_tree
    )


@inspect.command()
@shared_options
def weights(**view: Any) -> None:
    """Show how likely each type of floor is at each depth."""
    from undertide_server.inspection.weights import plot_weights, render_weights, weights_data

    shown = ViewOptions(**view)
    shown.show(
        weights_data(shown.ruleset(), shown.seed, shown.repertoire()), render_weights, plot_weights
    )


@inspect.command()
@shared_options
def variations(**view: Any) -> None:
    """Show the variations of a game, and those that a seed draws."""
    from undertide_server.inspection.variations import (
        plot_variations,
        render_variations,
        variations_data,
    )

    shown = ViewOptions(**view)
    shown.show(variations_data(shown.ruleset(), shown.seed), render_variations, plot_variations)


inspect.add_command(balance)
