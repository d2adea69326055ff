"""Heroes fight: they shoot at a cell, or walk up to the nearest enemy and strike (R6, R7)."""

from undertide_server.simulation.actions.planning import way_in_view
from undertide_server.simulation.actions.walking_on import BLOCKED, finish, require_clear_head
from undertide_server.simulation.mechanics.combat import shoot, strike, target_of_shot
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.relations import is_peaceful, is_sealed
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance
from undertide_shared.messages import Fight, Shoot

NOBODY_TO_FIGHT = "there is nobody in view to fight"
NOBODY_LEFT = "Nobody is left to fight."
CANT_REACH = "You know no free and harmless way to any enemy."


def shoot_at(run: Run, floor: FloorIndex, row: HeroRow, intent: Shoot) -> None:
    """Shoot a missile at the enemy in a cell; cover may stop it.

    Raises ActionRefusedError when the hero holds no weapon that shoots, or sees no enemy within its
    range.
    """
    target = target_of_shot(floor, row, (intent.x, intent.y))
    row.spend_energy(run.rules.costs.shoot)
    shoot(run, floor, row, target)


def fight(run: Run, floor: FloorIndex, row: HeroRow, _intent: Fight) -> None:
    """Begin to fight, and take the first step or strike the first blow.

    The hero fights those who hunt. If none is in view, it chooses the nearest enemy. Raises
    ActionRefusedError when it is confused, or sees or reaches no enemy.
    """
    require_clear_head(row)
    in_view = monsters_in_view(floor, row)
    enemies = [monster for monster in in_view if _is_enemy(monster)]
    if not enemies:
        raise ActionRefusedError(NOBODY_TO_FIGHT)
    action = row.auto_action
    action.known = tuple(monster.entity for monster in in_view)
    action.path.clear()
    action.goal = None
    hunted = any(is_aware(monster) for monster in enemies)
    action.target = 0 if hunted else _nearest(row, enemies).entity
    action.activity = "fight"
    failure = fight_on(run, floor, row)
    if failure:
        raise ActionRefusedError(failure)


def fight_on(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Strike, shoot at or walk to the nearest enemy.

    Return why the hero did nothing, so that the fight is over; the text is empty if it acted.
    """
    enemies = _enemies(floor, row)
    if not enemies:
        finish(run, row, NOBODY_LEFT)
        return NOBODY_TO_FIGHT
    nearest = _nearest(row, enemies)
    away = distance(nearest.cell, row.cell)
    if away <= 1:
        strike(run, floor, row, nearest)
        row.spend_energy(run.rules.costs.attack)
    elif away <= row.attack.range:
        shoot_at(run, floor, row, Shoot(*nearest.cell))
    elif not _walk(run, floor, row, enemies):
        finish(run, row, CANT_REACH)
        return BLOCKED
    if row.auto_action.activity == "fight" and not _enemies(floor, row):
        finish(run, row, NOBODY_LEFT)
    return ""


def _enemies(floor: FloorIndex, row: HeroRow) -> list[MonsterRow]:
    """Return the enemies in view that the hero fights: those who hunt, and its chosen target."""
    return [
        monster
        for monster in monsters_in_view(floor, row)
        if _is_enemy(monster) and (is_aware(monster) or monster.entity == row.auto_action.target)
    ]


def _is_enemy(monster: MonsterRow) -> bool:
    return not is_peaceful(monster) and not is_sealed(monster)


def _nearest(row: HeroRow, enemies: list[MonsterRow]) -> MonsterRow:
    return min(enemies, key=lambda enemy: (distance(enemy.cell, row.cell), enemy.entity))


def _walk(run: Run, floor: FloorIndex, row: HeroRow, enemies: list[MonsterRow]) -> bool:
    """Take a step towards the enemy that is nearest on foot; return False if none can be reached.

    The hero walks round everybody else and into no harm.
    """
    way = way_in_view(run, floor, row, [enemy.cell for enemy in enemies])
    if not way or not floor.is_free(way[-1]):
        return False
    step_to(run, floor, row, way[-1])
    return True
