"""Search: hunters look for heroes whom they no longer see (R2)."""

from undertide_server.simulation.ai.steering import go_home, wander
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.awareness import is_out_of_bounds, is_prey
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance


def search_for_heroes(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Go to where a hero was last seen, and look around there until patience runs out.

    A tracker knows where a trail leads. A guardian doesn't follow beyond its bounds.
    """
    mind = monster.mind
    if mind.mood == "fleeing":
        mind.last_seen = None  # A fleeing monster doesn't go back to look.
    elif monster.behaviour.tricks.tracks:
        _sniff(run, floor, monster)
    if mind.last_seen is not None and is_out_of_bounds(monster, mind.last_seen):
        _lose_patience(run, floor, monster)
        go_home(run, floor, monster)
    elif mind.last_seen is None or mind.last_seen == monster.cell:
        mind.last_seen = None
        _lose_patience(run, floor, monster)
        wander(run, floor, monster, run.chance(floor, "search", monster.entity))
    else:
        _go_and_look(run, floor, monster, mind.last_seen)


def _lose_patience(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Use up a monster's patience for one action; it becomes idle when none is left."""
    mind = monster.mind
    mind.patience -= max(1, run.rules.costs.move // monster.actor.speed)
    if mind.patience <= 0:
        set_mood(floor, monster, "idle")


def _sniff(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Point a tracker at the nearest hero, in the ticks when it looks around.

    Its patience runs out on the way, so that it doesn't follow for ever.
    """
    _lose_patience(run, floor, monster)
    if floor.is_on_watch(monster):
        prey = [hero.cell for hero in floor.heroes.values() if is_prey(hero, monster)]
        nearest = min(prey, key=lambda cell: distance(cell, monster.cell), default=None)
        monster.mind.last_seen = nearest or monster.mind.last_seen


def _go_and_look(run: Run, floor: FloorIndex, monster: MonsterRow, goal: Cell) -> None:
    """Take a step towards where a hero was last seen."""
    mind = monster.mind
    if not mind.path or mind.path[0] != goal or not floor.is_inviting(mind.path[-1]):
        mind.path = floor.path(monster.cell, goal)
    if mind.path and floor.is_free(mind.path[-1]):
        step_to(run, floor, monster, mind.path.pop())
        return
    # The way is blocked: wait a moment, and in the end give up the trail.
    mind.path.clear()
    mind.patience -= 1
    if mind.patience <= 0:
        mind.last_seen = None
    monster.spend_energy(run.rules.costs.wait)
