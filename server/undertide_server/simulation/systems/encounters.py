"""Encounters: monsters and heroes become aware of each other (R2, R3).

Nobody sees a lurker until it springs out at an actor next to it. While it hides, a hero's actions
and views must not depend on it. So code that needs the monsters in a hero's sight uses
`FloorIndex.in_sight`, which leaves lurkers out, or `ActorRow.is_hidden`.
"""

from undertide_server.simulation.mechanics.bestiary import record_meeting
from undertide_server.simulation.mechanics.moods import alert, come_out
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.awareness import (
    heeded,
    hero_noticed,
    is_dangerous,
    is_prey,
)
from undertide_server.simulation.queries.dangers import is_passed
from undertide_server.simulation.queries.grammar import (
    capitalised,
    first_mention_of,
    full_name,
    who,
)
from undertide_server.simulation.queries.relations import is_ally, is_peaceful
from undertide_server.simulation.queries.visibility import (
    memory_of,
    monsters_in_view,
    remember_monsters,
)
from undertide_server.simulation.state.events import Seen, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell

GO_ON = frozenset({"none", "revive", "accompany"})
"""The auto actions that monsters in view don't end."""


def spring_ambushes(run: Run, floor: FloorIndex) -> None:
    """Reveal the lurkers that have a waking hero next to them."""
    for row in floor.lurkers:
        if row.is_hidden:
            awake = _awake_beside(floor, row.cell)
            if awake:
                come_out(run, floor, row)
                prey = [hero for hero in awake if is_prey(hero, row)]
                if prey:
                    alert(run, floor, row, prey[0])


def _awake_beside(floor: FloorIndex, cell: Cell) -> list[HeroRow]:
    """Return the waking heroes next to a cell, in entity order."""
    x, y = cell
    beside = []
    for hero in floor.heroes.values():
        hero_x, hero_y = hero.cell
        if -1 <= hero_x - x <= 1 and -1 <= hero_y - y <= 1 and hero.stands:
            beside.append(hero)
    return beside


def notice_heroes(run: Run, floor: FloorIndex) -> None:
    """Make unaware monsters hunt heroes that they see; record each species that the party meets."""
    for monster in floor.in_sight():
        if not floor.is_on_watch(monster) or is_ally(monster):
            continue
        record_meeting(run, monster)
        hero = hero_noticed(floor, monster)
        if hero is not None:
            alert(run, floor, monster, hero)


def announce_bosses(run: Run, floor: FloorIndex) -> None:
    """Tell each hero of every boss that it sees for the first time."""
    for monster in floor.bosses:
        if not monster.is_hidden and floor.watched()[monster.spot]:
            _announce(run, floor, monster)


def _announce(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Tell the heroes that see a boss for the first time. The care of the fallen goes on.

    Others read of the first hero that sees it, if they see that hero.
    """
    boss = monster.boss
    if boss is None:
        return
    for hero in floor.heroes.values():
        if not hero.sees[monster.spot] or hero.entity in boss.seen_by:
            continue
        name, is_first = full_name(monster), not boss.seen_by
        boss.seen_by.append(hero.entity)
        if hero.auto_action.activity != "revive":
            stop_auto_action(hero)
        others = f"{hero.actor.name} sees {name}: a boss!" if is_first else ""
        run.emit(Seen(floor.entity, who(hero), "bad", f"You see {name}: a boss!", others))


def interrupt_auto_actions(run: Run, floor: FloorIndex) -> None:
    """End the auto actions of heroes that met a monster.

    The care of the fallen goes on, and so does following: who follows fights (R17).
    """
    if not floor.in_sight():
        return
    for row in floor.heroes.values():
        if row.auto_action.activity not in GO_ON:
            _interrupt(run, floor, row)


def _interrupt(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """End an auto action when a monster comes into view, or one in view has noticed a hero.

    Peaceful people don't interrupt, nor do monsters that can't soon harm the hero.
    """
    in_view = monsters_in_view(floor, row)
    new = [monster for monster in in_view if _is_news(run, floor, row, monster)]
    near = heeded(run, floor, row, new) if new else []
    if not near:
        return
    monster = near[0]
    is_known = monster.entity in row.auto_action.known
    remember_monsters(floor, row, near)
    stop_auto_action(row)
    news = "has noticed you" if is_known else "comes into view"
    run.emit(Told(row.entity, "bad", f"{capitalised(first_mention_of(monster))} {news}."))


def _is_news(run: Run, floor: FloorIndex, row: HeroRow, monster: MonsterRow) -> bool:
    """Return whether a monster is new to a hero's auto action, or has become dangerous in it.

    One that isn't dangerous is new once: it may come into view again at every pillar. A hero that
    fights doesn't mind being noticed. An action that `passes` minds only those that aren't passed.
    """
    if is_peaceful(monster):
        return False
    action, entity = row.auto_action, monster.entity
    if is_dangerous(floor, monster):
        is_minded = action.activity != "fight" and entity not in action.aware
        is_new = is_minded or entity not in action.known
    else:
        is_new = entity not in action.known and entity not in memory_of(floor, row).met
    return is_new and not (action.passes and is_passed(run, floor, row, monster))
