"""Missiles: cover may stop them, and what casters send reaches the ground too (R11, R13)."""

from undertide_server.rng import Rng
from undertide_server.simulation.events import Seen
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.grammar import mention_of
from undertide_server.simulation.rows import ActorRow, MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import strike, who
from undertide_server.simulation.systems.ground import terrain_at
from undertide_server.simulation.systems.living import reach


def shoot(run: Run, place: FloorPlace, source: MonsterRow, target: ActorRow) -> None:
    """Let a monster send a missile at somebody; where that strikes, a caster's element arrives."""
    cell = target.cell
    if stopped_by_cover(run, place, target, run.chance(place, "cover", source.entity)):
        return
    strike(run, place, source, target, missile=True)
    casts = run.kinds[source.monster.kind].behaviour.casts
    if casts is not None and not terrain_at(run, place, source.cell).quells_magic:
        reach(run, place, [cell], casts)


def stopped_by_cover(run: Run, place: FloorPlace, target: ActorRow, rng: Rng) -> bool:
    """Whether the terrain that somebody stands on stops a missile, which is told."""
    ground = terrain_at(run, place, target.cell)
    if not ground.cover or not rng.percent(ground.cover):
        return False
    own = f"The {ground.name} stops what was meant for you."
    others = f"The {ground.name} stops what was meant for {mention_of(target)}."
    run.tell(Seen(place.entity, who(target), "combat", own, others))
    return True
