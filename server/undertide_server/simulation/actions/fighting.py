"""Heroes fight: they shoot at a cell, or walk up to the nearest enemy and strike (R6, R7)."""

from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.actions.moving import move
from undertide_server.simulation.actions.planning import way_in_view
from undertide_server.simulation.actions.walking_on import BLOCKED, finish
from undertide_server.simulation.mechanics.combat import shoot, strike, target_of_shot
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.awareness import is_dangerous
from undertide_server.simulation.queries.relations import is_peaceful, is_sealed
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Fight, Move, Shoot

NOBODY_TO_FIGHT = "there is nobody in view to fight"
NOBODY_LEFT = "Nobody is left to fight."
CANT_CATCH = "You catch up with nobody, and stop fighting."
LONGEST_CHASE = 40
"""Most steps of a fight without a blow: across a hall and round its pillars."""
CANT_REACH = "You know no free and harmless way to any enemy."


def shoot_at(run: Run, floor: FloorIndex, row: HeroRow, intent: Shoot) -> None:
    """Shoot a missile at the enemy in a cell; cover may stop it.

    Raises ActionRefusedError when the hero holds no weapon that shoots, or sees no enemy within its
    range.
    """
    target = target_of_shot(floor, row, (intent.x, intent.y))
    row.spend_energy(run.rules.costs.shoot)
    shoot(run, floor, row, target)


def fight(run: Run, floor: FloorIndex, row: HeroRow, intent: Fight) -> None:
    """Begin to fight, and take the first step or strike the first blow.

    The hero fights those who are dangerous. If none is in view, it chooses the nearest enemy. A
    confused hero staggers once, and may strike whom it meets. Raises ActionRefusedError when the
    hero sees or reaches no enemy.
    """
    in_view = monsters_in_view(floor, row)
    enemies = [monster for monster in in_view if _is_enemy(monster)]
    if not enemies:
        raise ActionRefusedError(NOBODY_TO_FIGHT)
    if CONFUSED in row.effects.remaining:
        move(run, floor, row, Move(*DIRECTIONS[0]))  # in any direction
        return
    action = row.auto_action
    action.known = tuple(monster.entity for monster in in_view)
    action.path.clear()
    action.passes = intent.passes
    action.goal, action.pursued, action.chased = None, 0, 0
    in_danger = any(is_dangerous(floor, monster) for monster in enemies)
    action.target = 0 if in_danger else _nearest(row, enemies).entity
    action.activity = "fight"
    failure = fight_on(run, floor, row)
    if failure:
        raise ActionRefusedError(failure)


def fight_on(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Strike, shoot at or walk to the nearest enemy.

    It ends before the hero's next action, not after its last blow: that may have woken others.
    Return why the hero did nothing, so that the fight is over; the text is empty if it acted.
    """
    enemies = _enemies(floor, row)
    if not enemies:
        if _is_on_trail(floor, row) and _walk(run, floor, row, enemies):
            _count_step(run, row)
            return ""
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
    else:
        _count_step(run, row)
        return ""
    row.auto_action.chased = 0
    return ""


def _is_on_trail(floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a hero walks to where it saw an enemy last, and doesn't see that cell yet.

    If it gave up, it would go to and fro for ever between two cells from each of which it sees
    another enemy.
    """
    goal = row.auto_action.goal
    return goal is not None and not row.sees[goal[1] * floor.width + goal[0]]


def _count_step(run: Run, row: HeroRow) -> None:
    """Count a step of a fight; it ends if the hero has walked for long without a blow."""
    row.auto_action.chased += 1
    if row.auto_action.chased >= LONGEST_CHASE and row.auto_action.activity == "fight":
        finish(run, row, CANT_CATCH)


def _enemies(floor: FloorIndex, row: HeroRow) -> list[MonsterRow]:
    """Return the enemies in view that the hero fights: dangerous ones, and its chosen target."""
    target = row.auto_action.target
    return [
        monster
        for monster in monsters_in_view(floor, row)
        if _is_enemy(monster) and (is_dangerous(floor, monster) or monster.entity == target)
    ]


def _is_enemy(monster: MonsterRow) -> bool:
    return not is_peaceful(monster) and not is_sealed(monster)


def _nearest(row: HeroRow, enemies: list[MonsterRow]) -> MonsterRow:
    return min(enemies, key=lambda enemy: (distance(enemy.cell, row.cell), enemy.entity))


def _walk(run: Run, floor: FloorIndex, row: HeroRow, enemies: list[MonsterRow]) -> bool:
    """Take a step towards an enemy; return False if none can be reached.

    The hero keeps to the enemy that was nearest on foot, and goes to where it saw that last: it
    would go to and fro between two that see each other's cells only. It walks round everybody else
    and into no harm.
    """
    action, cells = row.auto_action, {enemy.entity: enemy.cell for enemy in enemies}
    action.goal = cells.get(action.pursued, action.goal)
    way: list[Cell] = []
    if action.goal not in {None, row.cell}:
        way = way_in_view(run, floor, row, [action.goal])
    if not way or not floor.is_free(way[-1]):
        way = way_in_view(run, floor, row, list(cells.values()))
        if not way or not floor.is_free(way[-1]):
            return False
        action.goal = way[0]
        action.pursued = next(entity for entity in cells if cells[entity] == action.goal)
    step_to(run, floor, row, way[-1])
    return True
