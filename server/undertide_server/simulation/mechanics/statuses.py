"""Statuses: heroes and monsters get them, and lose them.

Shelter is one: monsters leave new heroes alone until they have looked around. It ends in time like
any other, and at once when the hero attacks. Another is that of summoned allies, who go with it.
"""

from undertide_server.content.records.effects import Inflict
from undertide_server.content.records.statuses import SHELTERED, Status
from undertide_server.simulation.components.actors import Effects, Resistance
from undertide_server.simulation.mechanics.stopping import stop_for_status
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.queries.relations import is_beyond_harm, is_sealed
from undertide_server.simulation.rules.damage import IMMUNE, TYPE_INDEX
from undertide_server.simulation.rules.statuses import stacked
from undertide_server.simulation.state.events import Seen, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Tone

NOBODY = 0
"""The giver of a status that comes from no actor: no entity has this number."""
STOPPED = -1
"""The highest energy of an actor that a status stops: it gains none, so it is never ready."""


def can_take(run: Run, row: ActorRow, key: str) -> bool:
    """Return whether an actor can get a status.

    Sleeping and fallen heroes and sealed monsters can't, nor can actors that are immune to the
    status's damage.
    """
    if is_sealed(row) or is_beyond_harm(row):
        return False
    kind = run.rules.statuses[key].resisted_by
    if kind is None:
        return True
    return run.world.get(row.entity, Resistance).counted[TYPE_INDEX[kind]] < IMMUNE


def inflict(
    run: Run, floor: FloorIndex, row: ActorRow, key: str, ticks: int, giver: int = NOBODY
) -> bool:
    """Apply a status to an actor, as it stacks, and return whether that worked.

    Report it when the status is new. The statuses that it replaces end without a message. `giver`
    is the entity of the actor who gives it; the last one counts.
    """
    if not can_take(run, row, key):
        return False
    status, remaining = run.rules.statuses[key], row.effects.remaining
    for ended in status.ends:
        remaining.pop(ended, None)
        row.effects.givers.pop(ended, None)
    is_new = key not in remaining
    remaining[key] = stacked(status, remaining.get(key, 0), ticks)
    row.effects.givers.pop(key, None)
    if giver != NOBODY:
        row.effects.givers[key] = giver
    floor.stir(row)
    if not status.speed_percent:
        row.actor.energy = min(row.actor.energy, STOPPED)
    if isinstance(row, HeroRow) and not status.good:
        stop_for_status(run, row, is_new=is_new)
    if is_new:
        _tell(run, floor, row, status)
    return True


def inflict_solely(
    run: Run, floor: FloorIndex, giver: ActorRow, row: ActorRow, effect: Inflict
) -> bool:
    """Apply a status that one actor gives to one other only, and return whether that worked.

    It ends for everybody else, on any floor, to whom the same actor gave it before.
    """
    key = effect.status
    if not inflict(run, floor, row, key, effect.ticks, giver.entity):
        return False
    for place in run.index.floors.values():
        for other in (*place.heroes.values(), *place.monsters.values()):
            if other is not row and other.effects.givers.get(key) == giver.entity:
                end_status(run, place, other, key)
    return True


def end_bad(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """End all bad statuses of an actor, and report it."""
    for key in bad_statuses(run, row):
        end_status(run, floor, row, key)


def bad_statuses(run: Run, row: ActorRow) -> list[str]:
    """Return the keys of an actor's bad statuses, sorted."""
    return [key for key in sorted(row.effects.remaining) if not run.rules.statuses[key].good]


def end_status(run: Run, floor: FloorIndex, row: ActorRow, key: str) -> None:
    """End a status of an actor, and report it."""
    del row.effects.remaining[key]
    row.effects.givers.pop(key, None)
    status = run.rules.statuses[key]
    others = f"{name_of(row)} is no longer {status.adjective}." if status.shown else ""
    own = f"You are no longer {status.adjective}."
    run.emit(Seen(floor.entity, who(row), "info", own, others))


def _tell(run: Run, floor: FloorIndex, row: ActorRow, status: Status) -> None:
    others = f"{name_of(row)} is {status.adjective}." if status.shown else ""
    tone: Tone = "good" if status.good else "bad"
    own = f"You are {status.adjective}{'.' if status.good else '!'}"
    run.emit(Seen(floor.entity, who(row), tone, own, others))


def newcomers_effects(run: Run) -> Effects:
    """Return the effects with which a new hero starts."""
    ticks = run.rules.heroes.shelter
    return Effects({SHELTERED: ticks} if ticks else {})


def give_up_shelter(run: Run, row: ActorRow) -> None:
    """End the shelter of an actor that attacks, if it has any."""
    if row.effects.remaining.pop(SHELTERED, None) is not None:
        run.emit(Told(row.entity, "info", f"You are no longer {SHELTERED}."))


def dismiss(run: Run, floor: FloorIndex, ally: MonsterRow) -> None:
    """Remove an ally whose time is over."""
    text = f"The {ally.actor.name} is gone as it came."
    run.emit(Seen(floor.entity, who(ally), "info", "", text))
    run.index.leave(ally.entity)
    run.world.delete(ally.entity)
