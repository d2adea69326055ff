"""How well an actor can use its weapon where it stands, and against whom (R6, R17)."""

from undertide_server.content.records.abilities import Ambush
from undertide_server.simulation.queries.awareness import UNAWARE, is_aware
from undertide_server.simulation.queries.heroes import gift_of
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance


def close_percent(floor: FloorIndex, source: ActorRow, target: ActorRow) -> int:
    """Return the percent of its damage that the weapon of `source` does to `target` from here.

    A bow is weak at the next cell, and wherever it shoots while a hunter stands beside the hero.
    """
    if not isinstance(source, HeroRow) or source.attack.close == WHOLE:
        return WHOLE
    is_near = distance(source.cell, target.cell) <= 1
    return source.attack.close if is_near or is_beset(floor, source) else WHOLE


def is_beset(floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a monster that hunts stands next to a hero."""
    x, y = row.cell
    near = (floor.blockers.get((x + dx, y + dy)) for dx, dy in DIRECTIONS)
    return any(isinstance(one, MonsterRow) and is_aware(one) and not is_ally(one) for one in near)


def ambush_percent(run: Run, source: ActorRow, target: ActorRow) -> int:
    """Return the percent of its damage that a blow of `source` does to an unaware `target`."""
    if not isinstance(source, HeroRow) or not isinstance(target, MonsterRow):
        return WHOLE
    if target.mind.mood not in UNAWARE or is_ally(target):
        return WHOLE
    ambush = gift_of(run, source, Ambush)
    return ambush.power if ambush else WHOLE
