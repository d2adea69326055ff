"""Which creatures in view could soon harm a hero, so that it stops for them."""

from collections.abc import Sequence

from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.known_ground import known_ground
from undertide_server.simulation.queries.pathfinding import within
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


def heeded(
    run: Run, floor: FloorIndex, row: HeroRow, monsters: Sequence[MonsterRow]
) -> list[MonsterRow]:
    """Return those of `monsters` that could soon harm a hero, in their order.

    They strike from afar, or can reach the hero on foot in few steps. Only ground that the hero
    knows counts as a way: its errands must not tell it of others.
    """
    if all(map(_strikes_from_afar, monsters)):
        return list(monsters)
    ground = known_ground(run, floor, row)
    near = within(ground, row.cell, run.rules.heroes.heed_steps)
    return [
        monster
        for monster in monsters
        if _strikes_from_afar(monster) or near & ground.only(monster.cell)
    ]


def is_hunted(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a hero sees a monster that hunts somebody of the party."""
    in_view = monsters_in_view(floor, row)
    return any(is_aware(monster) and not is_peaceful(run, monster) for monster in in_view)


def is_in_danger(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a hero sees a hostile creature that could soon harm it."""
    hostile = [each for each in monsters_in_view(floor, row) if not is_peaceful(run, each)]
    return bool(hostile and heeded(run, floor, row, hostile))


def _strikes_from_afar(monster: MonsterRow) -> bool:
    """Return whether a monster can harm, or call others, over ground that nobody can walk."""
    behaviour = monster.behaviour
    tricks = behaviour.tricks
    blinks = tricks.rushes is not None and tricks.rushes.blinks
    return bool(behaviour.shoots or tricks.spells or tricks.summons or blinks)
