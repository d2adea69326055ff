"""The consequences of a monster's fall: loot, lore, and remains that may rise (R14)."""

from undertide_server.simulation.components.floors import Remains, Risen
from undertide_server.simulation.mechanics.bestiary import note_fall
from undertide_server.simulation.mechanics.loads import drop_load, drop_spoils
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run


def lay_to_rest(run: Run, floor: FloorIndex, victim: MonsterRow) -> None:
    """Drop a fallen monster's loot and spoils, count it in the party's lore, and leave its remains.

    Only kinds that rise leave remains, and only if the monster hasn't risen before. An ally of the
    party leaves nothing and isn't counted.
    """
    if is_ally(victim):
        return
    drop_load(run, floor, victim)
    drop_spoils(run, floor, victim)
    note_fall(run, victim)
    ticks = victim.behaviour.rises
    if ticks and not run.world.has(victim.entity, Risen):
        remains = Remains(victim.monster.kind, victim.cell, ticks)
        floor.graves.waiting.append(remains)
