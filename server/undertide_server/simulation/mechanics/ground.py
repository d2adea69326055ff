"""Changes of terrain in play, and their effect on actors and items there (R13)."""

from collections.abc import Iterable, Mapping

from undertide_server.content.records.terrain import Element, Harm, Terrain
from undertide_server.simulation.mechanics.damage import deal_damage
from undertide_server.simulation.mechanics.moods import wake_monster
from undertide_server.simulation.mechanics.stopping import drop_path
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.queries.relations import is_beyond_harm
from undertide_server.simulation.rules.damage import share_of
from undertide_server.simulation.state.events import Seen, Who, thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def terrain_at(run: Run, floor: FloorIndex, cell: Cell) -> Terrain:
    """Return the record of a cell's terrain now."""
    code: int = floor.state.tiles.item(cell[1], cell[0])
    return run.game.terrain.records[code]


def change_terrain(run: Run, floor: FloorIndex, changes: Mapping[int, int]) -> None:
    """Change the terrain of cells. `changes` maps each spot (y * width + x) to its new code.

    Actors and items on cells that can't be walked any longer move to the nearest ground.
    """
    if not changes:
        return
    table = run.game.terrain
    floor.set_tiles(changes, table)
    for spot, code in changes.items():
        if not table.walkable[code]:
            _clear(run, floor, (spot % floor.width, spot // floor.width))


def deal_ground_damage(
    run: Run, floor: FloorIndex, row: ActorRow, harmful: Harm, source: Who
) -> None:
    """Harm an actor as the ground does, which wakes a monster.

    Nothing can harm a hero that sleeps or has fallen.
    """
    damage = share_of(row.body.max_life, harmful.percent)
    wake_monster(floor, row)
    deal_damage(run, floor, source, row, [(damage, harmful.damage)])


def _clear(run: Run, floor: FloorIndex, cell: Cell) -> None:
    """Move all actors and items off a cell."""
    there = [row for row in floor.heroes.values() if row.cell == cell]
    blocker = floor.blockers.get(cell)
    for row in there if isinstance(blocker, HeroRow) or blocker is None else [*there, blocker]:
        _sweep(run, floor, row)
    if cell not in floor.items:
        return
    ground = floor.nearest_ground(cell)
    if ground is not None:
        for entity in list(floor.items[cell]):
            run.index.leave(entity)
            run.index.place(entity, floor.entity, ground)


def _sweep(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """Move an actor to the nearest ground. On a floor without a free cell it stays."""
    was = row.cell
    record = terrain_at(run, floor, was)
    ground = floor.nearest_ground(was)
    if ground is None:
        return
    if is_beyond_harm(row):
        row.stand_on(ground, floor.width)
    else:
        run.index.move(row, ground)
    drop_path(run, row)
    own = f"You scramble out of the {record.name}."
    others = f"{name_of(row)} scrambles out of the {record.name}."
    run.emit(Seen(floor.entity, who(row), "bad", own, others))
    if record.harm is not None:
        deal_ground_damage(run, floor, row, record.harm, thing(record.name, was))


def apply_element(run: Run, floor: FloorIndex, cells: Iterable[Cell], element: Element) -> None:
    """Apply an element to the terrain of cells; cells that lie off the floor are ignored."""
    touched, tiles = run.game.terrain.touched[element], floor.state.tiles
    changes: dict[int, int] = {}
    for x, y in cells:
        if 0 <= x < floor.width and 0 <= y < floor.height:
            code = int(touched[tiles[y, x]])
            if code:
                changes[y * floor.width + x] = code
    change_terrain(run, floor, changes)
