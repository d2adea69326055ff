"""`inspect floor`: a floor as heroes first find it (R3, R4, R8, R10 to R13)."""

import string
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Group

from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import Decor
from undertide_server.inspection.colours import hex_of
from undertide_server.inspection.floor_map import draw_look, title_of
from undertide_server.inspection.floor_records import (
    DoorData,
    EncounterData,
    FloorData,
    ItemData,
    MonsterData,
    PatchData,
    PortalData,
    RoomData,
    SetPieceData,
    SignData,
    StairsData,
    TrapData,
    TreasureData,
)
from undertide_server.inspection.floor_text import floor_text
from undertide_server.worldgen.creatures.encounters import reached
from undertide_server.worldgen.creatures.people import species_of
from undertide_server.worldgen.draft.plan import Encounter, FloorPlan, RoomPlan
from undertide_server.worldgen.floor import plan_floor, set_pieces_above
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.game.run_tree import branch_at, children_of
from undertide_server.worldgen.layouts.terrain import TerrainTable

FAMILIAR = ("floor", "wall", "door", "stairs_up", "stairs_down")
"""Terrain that keeps its own glyph as its sign before any other."""
SPARE = string.ascii_letters + string.digits + "".join(map(chr, range(0x100, 0x250)))
"""Signs for terrain whose glyph is taken: letters first, and more signs than terrain codes."""


def floor_data(
    ruleset: Ruleset,
    seed: bytes,
    repertoire: Repertoire,
    path: tuple[int, ...] = (),
    heroes: int = 1,
    layout_name: LayoutName | None = None,
) -> FloorData:
    """Return the floor at the end of `path` in the game of `seed`, as `heroes` heroes find it.

    The heroes' level is the floor's number, or the highest level if that is lower. They came
    straight down: the floors above have been entered, and no others. `layout_name` overrides the
    layout that the seed draws. Raises IndexError if no stairs lead along `path`.
    """
    game = make_game(ruleset, seed, repertoire)
    branch = branch_at(game, path)
    party = (min(branch.number, len(game.ruleset.heroes.levels)),) * heroes
    built = set_pieces_above(game, branch)
    plan = plan_floor(game, branch, party, layout_name, built)
    signs = signs_of(game.terrain)
    used = [int(code) for code in np.unique(plan.tiles)]
    layout = plan.layout
    return {
        "number": branch.number,
        "name": plan.name,
        "branch": branch.key,
        "type": branch.type,
        "layout": plan.layout_name,
        "tiles": ["".join(signs[code] for code in row) for row in plan.tiles.tolist()],
        "walkable": "".join(signs[code] for code in used if game.terrain.walkable[code]),
        "legend": {signs[code]: _sign(game, code) for code in used},
        "arrival": list(layout.arrival),
        "stairs": _stairs(game, plan),
        "rooms": rooms_data(game, plan, party),
        "maze_connections": [list(link) for link in layout.maze],
        "connections": [list(link) for link in layout.connections],
        "doors": _doors(game, plan),
        "terrain": _patches(plan),
        "traps": _traps(game, plan),
        "portals": _portals(plan),
        "treasures": _treasures(game, plan),
        "monsters": _monsters(plan),
        "items": _items(game, plan),
        "gold": sum(loot.count for loot in plan.loot if loot.item == game.ruleset.loot.gold),
        "set_piece": _set_piece(game, plan),
    }


def render_floor(data: FloorData) -> Group:
    """Return the map in colours, then the rooms, then the monsters, items and traps."""
    return floor_text(data)


def plot_floor(data: FloorData, path: Path) -> None:
    """Write a picture of the map: terrain, regions, rooms by theme, monsters, items and traps."""
    # Imported here: the drawing module is slow to load, and most calls draw nothing.
    from undertide_server.inspection.picture import draw_map  # noqa: PLC0415

    draw_map(title_of(data), draw_look(data), path)


def signs_of(terrain: TerrainTable) -> list[str]:
    """Return a different character for each terrain code: its glyph, unless that is taken."""
    first = [terrain.codes[name] for name in FAMILIAR]
    codes = [*first, *(code for code in range(len(terrain.names)) if code not in first)]
    owners: dict[str, int] = {}
    for code in codes:
        owners.setdefault(terrain.records[code].glyph, code)
    spare = (sign for sign in SPARE if sign not in owners)
    glyphs = [record.glyph for record in terrain.records]
    return [glyph if owners[glyph] == code else next(spare) for code, glyph in enumerate(glyphs)]


def _sign(game: Game, code: int) -> SignData:
    record = game.terrain.records[code]
    return {
        "terrain": game.terrain.names[code],
        "name": record.name,
        "glyph": record.glyph,
        "colour": hex_of(record.colour),
        "solid": not record.walkable,
    }


def rooms_data(game: Game, plan: FloorPlan, party: Sequence[int]) -> list[RoomData]:
    """Return the rooms of a floor that was planned for heroes of the levels `party`."""
    return [
        {
            "id": index,
            "x": each.room.x,
            "y": each.room.y,
            "width": each.room.width,
            "height": each.room.height,
            "shape": each.shape,
            "theme": each.theme,
            "special": each.special,
            "region": each.region,
            "encounter": _encounter(game, each.encounter, party) if each.encounter else None,
            "people_promised": _decor_of(game, each).promised,
            "people": _people(game, plan, each),
        }
        for index, each in enumerate(plan.rooms)
    ]


def _decor_of(game: Game, plan: RoomPlan) -> Decor:
    return game.ruleset.themes[plan.theme].furnishings(special=plan.special)


def _people(game: Game, plan: FloorPlan, each: RoomPlan) -> int:
    """Return the number of people of its theme in a room."""
    belonging = {folk.person for folk in _decor_of(game, each).people}
    cells = set(each.room.cells())
    return sum(
        species_of(spawn.kind.id) in belonging and (spawn.x, spawn.y) in cells
        for spawn in plan.spawns
    )


def _encounter(game: Game, met: Encounter, party: Sequence[int]) -> EncounterData:
    return {
        "difficulty": met.difficulty,
        "budget": met.budget,
        "kinds": list(dict.fromkeys(kind.name for kind in met.kinds)),
        "monsters": len(met.kinds),
        "adjusted": met.adjusted,
        "reached": reached(met.adjusted, game.ruleset.heroes.levels, party),
    }


def _set_piece(game: Game, plan: FloorPlan) -> SetPieceData | None:
    for index, room in enumerate(plan.rooms):
        if room.set_piece is not None:
            name = game.ruleset.set_pieces[room.set_piece].name
            return {"key": room.set_piece, "name": name, "room": index}
    return None


def _stairs(game: Game, plan: FloorPlan) -> StairsData:
    layout = plan.layout
    return {
        "up": list(layout.stairs_up) if layout.stairs_up else None,
        "down": [list(cell) for cell in layout.stairs_down],
        "leads_to": [child.type for child in children_of(game, plan.branch)],
    }


def _doors(game: Game, plan: FloorPlan) -> list[DoorData]:
    """Return the cells that open when an actor steps there, row after row."""
    doors = np.argwhere(game.terrain.opens_to[plan.tiles] > 0).tolist()
    return [{"x": x, "y": y, "terrain": game.terrain.names[plan.tiles[y, x]]} for y, x in doors]


def _patches(plan: FloorPlan) -> list[PatchData]:
    return [
        {"room": index, "patch": room.patch[0], "tile": room.patch[1]}
        for index, room in enumerate(plan.rooms)
        if room.patch is not None
    ]


def _traps(game: Game, plan: FloorPlan) -> list[TrapData]:
    found: list[TrapData] = []
    for (x, y), trap in plan.traps.items():
        record = game.ruleset.traps[trap.kind]
        look = game.ruleset.terrain[record.terrain]
        found.append(
            {
                "kind": trap.kind,
                "name": record.name,
                "glyph": look.glyph,
                "colour": hex_of(look.colour),
                "x": x,
                "y": y,
                "hidden": trap.hidden,
                "facing": list(trap.facing),
            }
        )
    return found


def _portals(plan: FloorPlan) -> list[PortalData]:
    return [{"x": x, "y": y, "to": list(twin)} for (x, y), twin in plan.portals.items()]


def _treasures(game: Game, plan: FloorPlan) -> list[TreasureData]:
    return [
        {
            "room": treasure.room,
            "x": treasure.loot[0].x,
            "y": treasure.loot[0].y,
            "items": [game.items.kind(loot.item).name for loot in treasure.loot],
        }
        for treasure in plan.treasures
    ]


def _monsters(plan: FloorPlan) -> list[MonsterData]:
    return [
        {
            "name": spawn.kind.name,
            "glyph": spawn.kind.glyph,
            "colour": hex_of(spawn.kind.colour),
            "strength": spawn.kind.strength,
            "experience": spawn.kind.experience,
            "x": spawn.x,
            "y": spawn.y,
            "asleep": spawn.asleep,
            "boss": spawn.kind.boss,
        }
        for spawn in plan.spawns
    ]


def _items(game: Game, plan: FloorPlan) -> list[ItemData]:
    found = [(loot, game.items.kind(loot.item)) for loot in plan.loot]
    return [
        {
            "name": kind.name,
            "glyph": kind.glyph,
            "colour": hex_of(kind.colour),
            "count": loot.count,
            "price": loot.price,
            "x": loot.x,
            "y": loot.y,
        }
        for loot, kind in found
    ]
