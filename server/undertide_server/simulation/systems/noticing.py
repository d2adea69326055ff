"""Noticing: sleeping and idle monsters become aware of heroes."""

from undertide_server.simulation.mechanics.bestiary import meet
from undertide_server.simulation.mechanics.moods import alert
from undertide_server.simulation.queries.awareness import UNAWARE, is_prey
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance


def notice_heroes(run: Run, floor: FloorIndex) -> None:
    """Make unaware monsters hunt heroes that they see; note each species that the party meets."""
    for monster in floor.in_sight():
        if not floor.is_on_watch(monster) or is_ally(monster):
            continue
        meet(run, monster)
        if monster.mind.mood in UNAWARE and not monster.behaviour.peaceful:
            hero = _noticed(floor, monster)
            if hero is not None:
                alert(run, floor, monster, hero)


def _noticed(floor: FloorIndex, monster: MonsterRow) -> HeroRow | None:
    """Return the first hero that the monster sees near enough.

    Link-dead heroes don't count, nor do those on guard.
    """
    reach = monster.behaviour.notices
    if monster.mind.mood == "asleep":
        reach //= 2
    for hero in floor.heroes.values():
        near = distance(monster.cell, hero.cell) <= max(
            min(1, reach), reach * hero.hero.noticed // WHOLE
        )
        seen = bool(hero.sees[monster.spot]) and near
        is_active = hero.hero.presence == "present" and hero.hero.idleness == "none"
        if seen and is_active and is_prey(hero, monster):
            return hero
    return None
