"""Blows and missiles of monsters, and what follows them (R2)."""

from undertide_server.simulation.ai.tricks.registry import follow_blow
from undertide_server.simulation.mechanics.combat import stopped_by_cover, strike
from undertide_server.simulation.mechanics.ground import apply_element, terrain_at
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


def strike_hero(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> None:
    """Strike a hero, then use the tricks of the monster's kind that follow a blow."""
    before = target.body.life
    strike(run, floor, monster, target)
    monster.spend_energy(run.rules.costs.attack)
    if monster.is_tricky and monster.entity in floor.monsters:
        follow_blow(run, floor, monster, target, before - target.body.life)


def shoot_missile(run: Run, floor: FloorIndex, source: MonsterRow, target: ActorRow) -> None:
    """Shoot a monster's missile at an actor. A caster's hit brings its element to the ground."""
    cell = target.cell
    if stopped_by_cover(run, floor, target, run.chance(floor, "cover", source.entity)):
        return
    strike(run, floor, source, target, missile=True)
    casts = run.kinds[source.monster.kind].behaviour.casts
    if casts is not None and not terrain_at(run, floor, source.cell).quells_magic:
        apply_element(run, floor, [cell], casts)
