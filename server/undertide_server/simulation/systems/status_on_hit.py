"""Statuses on hit: damage of some types may cause one, as fire sets its victims alight (R6)."""

from undertide_server.content.records.statuses import Catching
from undertide_server.simulation.mechanics.statuses import NOBODY, inflict
from undertide_server.simulation.state.events import THING, Hit
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng


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
        for key, caught in run.pulse.caught_on_hit:
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
