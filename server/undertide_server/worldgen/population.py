"""R3: whom heroes find on a floor when it is first entered."""

from dataclasses import dataclass

from undertide_server.content.tables import row_at
from undertide_server.rng import Rng, derive
from undertide_server.worldgen.game import Game
from undertide_server.worldgen.layouts.layout import Cell, Layout, Room, steps_from
from undertide_server.worldgen.roster import MonsterKind


@dataclass(frozen=True, slots=True)
class Spawn:
    """A monster and where it is at first."""

    kind: MonsterKind
    x: int
    y: int
    asleep: bool


def populate(game: Game, number: int, layout: Layout, heroes: int) -> tuple[Spawn, ...]:
    """Return the monsters of a floor, on cells of their own, none near the arrival.

    Bosses come once each, in the last room; the rest anywhere, as many as R3 says in all.
    """
    rng = derive(game.seed, "population", number)
    if game.ruleset.population.source == "tables":
        return _from_tables(game, number, layout, rng)
    return _from_curve(game, number, layout, heroes, rng)


def headcount(game: Game, heroes: int, own_total: int | None = None) -> int:
    """Return how many monsters a floor has for a number of heroes, bosses included (R3).

    `own_total` is what the floor's layout states for one hero, where it does.
    """
    rules = game.ruleset.population
    alone = rules.monsters if own_total is None else own_total
    more = rules.percent_per_extra_hero * (heroes - 1)
    return min(rules.most_alive, alone * (100 + more) // 100)


def _from_curve(
    game: Game, number: int, layout: Layout, heroes: int, rng: Rng
) -> tuple[Spawn, ...]:
    floor = game.curve.floors[number - 1]
    kinds = game.roster.by_strength()
    bosses = [kinds[strength] for strength in floor.bosses]
    regular = [kinds[strength] for strength in floor.strengths]
    weights = game.ruleset.population.type_weights[: len(regular)]
    count = max(0, headcount(game, heroes, layout.monsters) - len(bosses))
    rest = [rng.weighted(regular, weights) for _ in range(count)]
    lairs = rng.sample(_spots(game, layout, layout.rooms[-1:]), len(bosses))
    free = [cell for cell in _spots(game, layout, layout.rooms) if cell not in lairs]
    return _spawned(bosses, lairs, rng) + _spawned(rest, rng.sample(free, count), rng)


def _from_tables(game: Game, number: int, layout: Layout, rng: Rng) -> tuple[Spawn, ...]:
    """R8: fill room by room, from none to the table's most."""
    rules = game.ruleset.population
    weights = [row_at(rules.kind_weights.get(kind.id, ()), number) for kind in game.roster.kinds]
    most = row_at(rules.most_monsters_per_room, number)
    if not any(weights):
        return ()
    cells: list[Cell] = []
    for room in layout.rooms:
        cells += rng.sample(_spots(game, layout, (room,)), rng.between(0, most))
    cells = cells[: rules.most_alive]
    kinds = [rng.weighted(game.roster.kinds, weights) for _ in cells]
    return _spawned(kinds, cells, rng)


def _spots(game: Game, layout: Layout, rooms: tuple[Room, ...]) -> list[Cell]:
    """Return the cells of rooms that are far enough from the arrival, stairs left out."""
    steps = steps_from(layout.arrival, game.terrain.walkable[layout.tiles])
    safe = game.ruleset.population.safe_steps
    taken = {layout.stairs_up, *layout.stairs_down}
    return [
        (x, y)
        for room in rooms
        for x, y in room.cells()
        if steps[y, x] > safe and (x, y) not in taken
    ]


def _spawned(kinds: list[MonsterKind], cells: list[Cell], rng: Rng) -> tuple[Spawn, ...]:
    """Put kinds on cells; those for whom there is no room stay away."""
    return tuple(
        Spawn(kind, x, y, asleep=rng.percent(kind.behaviour.asleep))
        for kind, (x, y) in zip(kinds, cells, strict=False)
    )
