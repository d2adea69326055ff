"""Hazards: harmful ground hurts the actors on it, at each beat of the terrain (R11)."""

from undertide_server.content.records.terrain import Harm
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.ground import deal_ground_damage
from undertide_server.simulation.queries.relations import is_sealed
from undertide_server.simulation.rules.damage import IMMUNE, TYPE_INDEX
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.simulation.state.run import Run


def apply_hazards(run: Run, floor: FloorIndex) -> None:
    """At a beat, harm or heal the actors that stand on such terrain, through resistances."""
    if floor.state.clock % run.pulse.beat:
        return
    records = run.game.terrain.records
    codes, shunned = floor.state.tiles.tobytes(), floor.shunned.tobytes()
    for row in [*floor.heroes.values(), *floor.monsters.values()]:
        if not shunned[row.spot]:
            continue  # All ground that harms is shunned.
        ground = records[codes[row.spot]]
        if ground.harm is not None and _feels(run, row, ground.harm):
            deal_ground_damage(run, floor, row, ground.harm, thing(ground.name, row.cell))


def _feels(run: Run, row: ActorRow, harmful: Harm) -> bool:
    """Return whether the ground affects an actor.

    It doesn't affect immune actors, nor unhurt ones that it would heal.
    """
    if is_sealed(row):
        return False
    resistance = run.world.get(row.entity, Resistance).counted[TYPE_INDEX[harmful.damage]]
    return resistance < IMMUNE or (resistance > IMMUNE and row.body.life < row.body.max_life)
