"""Heroes move: they step to a free cell, or meet who stands there."""

from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.actions.helping import begin_tending
from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.walking import change_places, step_to
from undertide_server.simulation.queries.grammar import name_of
from undertide_server.simulation.queries.heroes import fallen_at
from undertide_server.simulation.queries.relations import is_peaceful, makes_way, of_the_party
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Move


def move(run: Run, floor: FloorIndex, row: HeroRow, intent: Move) -> None:
    """Take a step, or strike who is in the way; a confused hero does so in any direction.

    A hero tends a fallen companion in its way. It greets peaceful people, and they make way. Those
    who keep a post stay, and no time passes. Raises ActionRefusedError at a wall, or when the
    direction isn't valid.
    """
    direction = (intent.dx, intent.dy)
    if direction not in DIRECTIONS:
        raise ActionRefusedError("that isn't a direction")
    if CONFUSED in row.effects.remaining:
        direction = run.chance(floor, "stagger", row.entity).pick(DIRECTIONS)
    cell = (row.cell[0] + direction[0], row.cell[1] + direction[1])
    other = floor.blockers.get(cell)
    fallen = fallen_at(floor, cell)
    if fallen is not None and other is None and CONFUSED not in row.effects.remaining:
        begin_tending(run, floor, row, fallen)
    elif other is not None and of_the_party(other):
        change_places(run, floor, row, other)
    elif isinstance(other, MonsterRow) and _greets(row, other):
        run.emit(Told(row.entity, "info", f"{name_of(other)} nods at you."))
        if makes_way(other):
            change_places(run, floor, row, other)
    elif other is not None:
        strike(run, floor, row, other)
        row.spend_energy(run.rules.costs.attack)
    elif floor.can_walk(cell):
        step_to(run, floor, row, cell)
    elif CONFUSED in row.effects.remaining:
        row.spend_energy(run.rules.costs.move)
    else:
        raise ActionRefusedError("something solid is in the way")


def _greets(row: HeroRow, other: MonsterRow) -> bool:
    """Return whether a hero greets an actor; a confused hero attacks anybody."""
    return is_peaceful(other) and CONFUSED not in row.effects.remaining
