"""Foreseeing quiet ticks: those in which nothing happens that anybody is shown.

Only counters move in them: energy, life and mana on the way to their next point, food, and clocks.
So a session isn't woken for quiet ticks, and lets them pass together before it goes on.
"""

from undertide_server.simulation.ai.monsters import will_amble
from undertide_server.simulation.components.actors import POINT
from undertide_server.simulation.mechanics.bestiary import has_met
from undertide_server.simulation.mechanics.hunger import most_food_used
from undertide_server.simulation.queries.awareness import hero_noticed
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.rules.hunger import hunger_of, share_eaten
from undertide_server.simulation.rules.tide import NEVER
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import AFTER_SOMEBODY, ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


def quiet_ticks(run: Run, floor: FloorIndex, most: int) -> int:
    """Return how many of a floor's next ticks are quiet, at most `most`; rather too few.

    The latest step must have ended with a tick of this floor. What the tide's gauge shows may
    change in them. A run with extensions has none: nobody foresees what their systems do.
    """
    if run.rules.preset.extensions:
        return 0
    for row in floor.heroes.values():
        most = min(most, _ticks_to_deed(floor, row))
        if most <= 0:
            return 0
    for monster in floor.stirring:
        most = min(most, _ticks_to_act(floor, monster))
    if most <= 0 or _counts_something(run, floor):
        return 0
    if any(_is_met(run, floor, row) for row in floor.in_sight()):
        return 0
    food_used = most_food_used(run, floor, most)
    for row in floor.heroes.values():
        most = min(most, _ticks_to_next_point(run, row, food_used))
    to_beat = -floor.state.clock % run.tick_figures.beat
    if to_beat < most and not _is_ground_at_rest(floor):
        most = to_beat
    return _ticks_to_next_step(run, floor, most)


def _ticks_to_deed(floor: FloorIndex, row: HeroRow) -> int:
    """Return the ticks before a hero may do something; 0 if anything befalls it."""
    hero = row.hero
    if row.effects.remaining or hero.dies_in or hero.resting or row.seen_from != row.cell:
        return 0
    if row.items_known != floor.caches.items_version:
        return 0
    defends = hero.presence == "linkdead" or hero.idleness == "guard"
    if row.intents.waiting or row.auto_action.activity != "none" or (defends and floor.stirring):
        return _ticks_to_ready(row)
    return NEVER


def _ticks_to_act(floor: FloorIndex, row: MonsterRow) -> int:
    """Return the ticks before a monster that stirs may do something, or is seen to heal.

    0 if it has a status.
    """
    if row.effects.remaining:
        return 0
    body = row.body
    ticks = _ticks_to_ready(row) if row.mind.mood in AFTER_SOMEBODY else NEVER
    if body.life < body.max_life and body.regen and floor.watched()[row.spot]:
        return min(ticks, (POINT - 1 - body.healed) // body.regen)
    return ticks


def _ticks_to_ready(row: ActorRow) -> int:
    """Return the ticks before an actor can act."""
    return max(0, -(row.actor.energy // row.actor.speed))


def _counts_something(run: Run, floor: FloorIndex) -> bool:
    """Return whether anything on a floor is due in a number of ticks."""
    state, progress, caches = floor.state, run.progress, floor.caches
    return bool(
        state.marks
        or state.agreements
        or floor.traps.reloading
        or floor.graves.waiting
        or progress.waiting
        or progress.trades
        or caches.view_changed
        or caches.turned
    )


def _is_met(run: Run, floor: FloorIndex, row: MonsterRow) -> bool:
    """Return whether a monster in sight is new to the party, or is about to notice a hero."""
    return not is_ally(row) and (not has_met(run, row) or hero_noticed(floor, row) is not None)


def _is_ground_at_rest(floor: FloorIndex) -> bool:
    """Return whether the beats of the terrain do nothing."""
    shunned = floor.shunned.tobytes()
    actors = (*floor.heroes.values(), *floor.monsters.values())
    return not floor.alive.any() and not any(shunned[row.spot] for row in actors)


def _ticks_to_next_point(run: Run, row: HeroRow, food_used: int) -> int:
    """Return the ticks before a hero gains a point of life or mana, or its share of food falls.

    It uses up at most the food of `food_used` ticks in each.
    """
    body, magic, full = row.body, row.magic, run.tick_figures.full_food
    if hunger_of(run.rules.hunger, row.hero.food) == "famished":
        return 0
    # The least food that still counts as the same share.
    least = (share_eaten(full, row.hero.food) - 1) * full // 100 + 1
    ticks = (row.hero.food - least) // food_used
    if body.life < body.max_life and body.regen:
        ticks = min(ticks, (POINT - 1 - body.healed) // body.regen)
    if magic.mana < magic.max_mana and magic.regen:
        ticks = min(ticks, (POINT - 1 - magic.gathered) // magic.regen)
    return ticks


def _ticks_to_next_step(run: Run, floor: FloorIndex, most: int) -> int:
    """Return the ticks before an idle monster takes a step, at most `most`."""
    for ticks in range(most):
        if will_amble(run, floor, ticks):
            return ticks
    return max(0, most)
