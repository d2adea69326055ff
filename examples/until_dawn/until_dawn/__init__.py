"""A way to win by time: the party that holds out until dawn has won.

The time that is left is a status of each hero, so every client shows it beside the hero's life.
"""

from dataclasses import dataclass
from importlib.resources import files

from undertide_server.extending import (
    Extension,
    FloorIndex,
    PartyTold,
    Run,
    System,
    end_run,
    inflict,
)

NIGHT = "night"
"""Key of the status. Its `most` in statuses.toml is how long the night is, in ticks."""
TURN = 10
"""Ticks of a turn, about."""
MARKS = (3000, 1500, 600, 100)
"""Ticks before dawn at which the party is told how long the night still is."""


@dataclass(slots=True)
class Night:
    """The night of a run, an entity of its own."""

    left: int
    """Ticks until dawn."""


def pass_the_night(run: Run, floor: FloorIndex) -> None:
    """Let dawn come nearer, and show all heroes of the floor how near it is.

    Of several floors with heroes only the one that was entered first counts: a party that parts
    shortens no night.
    """
    night = _night_of(run)
    first = next((each for each in run.index.floors.values() if each.heroes), None)
    if floor is first:
        night.left = max(0, night.left - 1)
        if night.left in MARKS:
            run.emit(PartyTold("tide", f"The night is still {night.left // TURN} turns long."))
    for row in floor.heroes.values():
        if NIGHT not in row.effects.remaining:
            inflict(run, floor, row, NIGHT, night.left)
        else:
            row.effects.remaining[NIGHT] = max(1, night.left)
    if not night.left and not run.progress.ended:
        run.emit(PartyTold("good", "A grey light falls down the stairs: dawn."))
        end_run(run, won=True)


def _night_of(run: Run) -> Night:
    """Return the night, which falls when time first passes."""
    for _, night in run.world.each(Night):
        return night
    night = Night(run.rules.statuses[NIGHT].most)
    run.world.create(night)
    run.emit(PartyTold("tide", "Night has fallen. Hold out until dawn."))
    return night


EXTENSION = Extension(
    name="until_dawn",
    version="1.0.0",
    rules=1,
    components={"Night": Night},
    systems=(System(pass_the_night, before="advance_clock"),),
    presets=files(__name__) / "presets",
)
