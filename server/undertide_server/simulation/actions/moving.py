"""A hero's step: it walks, opens a door, changes places, greets or attacks."""

from undertide_server.simulation.actions.reviving import begin_tending
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
    """Take a step. Raises ActionRefusedError at a wall, or when the direction isn't valid.

    A hero tends a fallen companion in its way. It greets peaceful people, and they make way. Those
    who keep a post stay, and no time passes.
    """
    direction = (intent.dx, intent.dy)
    if direction not in DIRECTIONS:
        raise ActionRefusedError("that isn't a direction")
    if "confused" in row.effects.remaining:
        direction = run.chance(floor, "stagger", row.entity).pick(DIRECTIONS)
    cell = (row.cell[0] + direction[0], row.cell[1] + direction[1])
    other = floor.blockers.get(cell)
    fallen = fallen_at(floor, cell)
    if fallen is not None and other is None and "confused" not in row.effects.remaining:
        begin_tending(run, floor, row, fallen)
    elif other is not None and of_the_party(other):
        change_places(run, floor, row, other)
    elif isinstance(other, MonsterRow) and _greets(run, row, other):
        run.tell(Told(row.entity, "info", f"{name_of(other)} nods at you."))
        if makes_way(run, other):
            change_places(run, floor, row, other)
    elif other is not None:
        strike(run, floor, row, other)
        row.spend_energy(run.rules.costs.attack)
    elif floor.can_walk(cell):
        step_to(run, floor, row, cell)
    elif "confused" in row.effects.remaining:
        row.spend_energy(run.rules.costs.move)
    else:
        raise ActionRefusedError("something solid is in the way")


def _greets(run: Run, row: HeroRow, other: MonsterRow) -> bool:
    """Return whether a hero greets an actor; a confused hero attacks anybody."""
    return is_peaceful(run, other) and "confused" not in row.effects.remaining
