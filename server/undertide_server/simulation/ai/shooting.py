"""Missiles: cover may stop them, and those of casters also affect the ground (R11, R13)."""

from undertide_server.simulation.mechanics.combat import stopped_by_cover, strike
from undertide_server.simulation.mechanics.ground import reach, terrain_at
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, MonsterRow
from undertide_server.simulation.state.run import Run


def shoot(run: Run, floor: FloorIndex, source: MonsterRow, target: ActorRow) -> None:
    """Shoot a monster's missile at an actor. A caster's hit brings its element to the ground."""
    cell = target.cell
    if stopped_by_cover(run, floor, target, run.chance(floor, "cover", source.entity)):
        return
    strike(run, floor, source, target, missile=True)
    casts = run.kinds[source.monster.kind].behaviour.casts
    if casts is not None and not terrain_at(run, floor, source.cell).quells_magic:
        reach(run, floor, [cell], casts)
