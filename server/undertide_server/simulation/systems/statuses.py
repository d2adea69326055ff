"""Statuses: each tick they harm, heal, slow or speed up an actor, until they wear off (R6).

Damage of some types may cause one, as fire sets its victims alight.
"""

from undertide_server.content.records.statuses import SUMMONED, Catching, Mending, Toll
from undertide_server.simulation.mechanics.damage import deal_damage
from undertide_server.simulation.mechanics.moods import wake_monster
from undertide_server.simulation.mechanics.statuses import NOBODY, dismiss, end_status, inflict
from undertide_server.simulation.queries.relations import is_beyond_harm, is_sealed
from undertide_server.simulation.rules.damage import share_of
from undertide_server.simulation.rules.statuses import pace
from undertide_server.simulation.state.events import THING, Hit, thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng


def apply_statuses(run: Run, floor: FloorIndex) -> None:
    """Apply a tick of their statuses to all actors, and end the statuses that wear off."""
    working, pacing = run.tick_figures.working, run.tick_figures.pacing
    for row in floor.restless():
        remaining = row.effects.remaining
        if not remaining:
            continue
        if row.actor.energy < 0 and not pacing.isdisjoint(remaining):
            _change_pace(run, row)
        if not working.isdisjoint(remaining):
            _let_work(run, floor, row)
        _wear_off(run, floor, row)


def _change_pace(run: Run, row: ActorRow) -> None:
    """Add to an actor's energy the difference between its pace under statuses and its speed.

    `recover` adds its speed later in the tick.
    """
    actor = row.actor
    statuses = [run.rules.statuses[key] for key in row.effects.remaining]
    actor.energy = min(0, actor.energy + pace(actor.speed, statuses) - actor.speed)


def _let_work(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """Make each status take or give life, at its own interval of the floor's clock."""
    if is_beyond_harm(row) or is_sealed(row):
        return
    for key in sorted(row.effects.remaining):
        if key not in row.effects.remaining or _has_gone(floor, row):
            return  # It fell: a fallen hero has no statuses.
        _work(run, floor, row, key)


def _has_gone(floor: FloorIndex, row: ActorRow) -> bool:
    """Return whether an actor has died or left the floor."""
    return row.entity not in floor.heroes and row.entity not in floor.monsters


def _work(run: Run, floor: FloorIndex, row: ActorRow, key: str) -> None:
    status, clock = run.rules.statuses[key], floor.state.clock
    if status.harm is not None and clock % status.harm.every == 0:
        _take(run, floor, row, key, status.harm)
    if status.mends is not None and clock % status.mends.every == 0:
        _give(row, status.mends)


def _take(run: Run, floor: FloorIndex, row: ActorRow, key: str, toll: Toll) -> None:
    """Take a status's toll of life, through resistance; this wakes a sleeping monster."""
    wake_monster(floor, row)
    blow = (share_of(row.body.max_life, toll.percent), toll.damage)
    deal_damage(run, floor, thing(run.rules.statuses[key].name, row.cell, key), row, [blow])


def _give(row: ActorRow, mending: Mending) -> None:
    body = row.body
    body.life = min(body.max_life, body.life + share_of(body.max_life, mending.percent))


def _wear_off(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """Count down the statuses of an actor that is still alive, and end those whose time is over."""
    remaining = row.effects.remaining
    for key in sorted(remaining):
        remaining[key] -= 1
        if remaining[key] > 0 or _has_gone(floor, row):
            continue
        if key == SUMMONED and isinstance(row, MonsterRow):
            dismiss(run, floor, row)
        else:
            end_status(run, floor, row, key)


def apply_statuses_on_hit(run: Run) -> None:
    """Roll for the statuses that the hits of a step may cause, from actors and things alike.

    An actor that has a status can't catch it again, so no status keeps itself alive.
    """
    hits = [event for event in run.events if isinstance(event, Hit)]
    if not hits:
        return
    streams: dict[int, Rng] = {}
    for hit in hits:
        floor = run.index.floors[hit.floor]
        row = _still_there(floor, hit.target.entity)
        if row is None:
            continue
        for key, caught in run.tick_figures.caught_on_hit:
            if _may_bring(hit, key, caught) and key not in row.effects.remaining:
                rng = streams.setdefault(row.entity, run.chance(floor, "catch", row.entity))
                if rng.percent(caught.percent):
                    inflict(run, floor, row, key, caught.ticks, max(NOBODY, hit.source.entity))


def _still_there(floor: FloorIndex, entity: int) -> ActorRow | None:
    """Return the actor that was hit, if it is alive and still on the floor."""
    return floor.heroes.get(entity) or floor.monsters.get(entity)


def _may_bring(hit: Hit, key: str, caught: Catching) -> bool:
    """Return whether a hit did a status's type of damage, and isn't from that status itself."""
    itself = hit.source.entity == THING and hit.source.key == key
    return not itself and any(amount > 0 and kind == caught.damage for amount, kind in hit.parts)
