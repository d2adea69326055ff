"""`inspect floor`: a floor as heroes first enter it (R3, R8, R10)."""

from collections import Counter
from pathlib import Path
from typing import TypedDict

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_server.content.layout_names import LayoutName
from undertide_server.content.ruleset import Ruleset
from undertide_server.inspection.colours import hex_of
from undertide_server.worldgen.floor import FloorPlan, plan_floor
from undertide_server.worldgen.game import Game, make_game
from undertide_server.worldgen.terrain import TerrainTable

SPARE_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""For terrain whose glyph would not tell whether it can be walked."""


class SignData(TypedDict):
    """What a character of `tiles` stands for; `colour` is "#rrggbb"."""

    name: str
    colour: str


class StairsData(TypedDict):
    """Cells of stairs as [x, y]; `up` is None on the first floor."""

    up: list[int] | None
    down: list[list[int]]


class RoomData(TypedDict):
    """A room without its walls, or the rectangle that holds it where it is no rectangle itself.

    The first is that of the arrival, the last that of the stairs down.
    """

    id: int
    x: int
    y: int
    width: int
    height: int


class MonsterData(TypedDict):
    """A monster where it is at first."""

    name: str
    glyph: str
    colour: str
    strength: int
    x: int
    y: int
    asleep: bool
    boss: bool


class ItemData(TypedDict):
    """Some of one item on the ground."""

    name: str
    glyph: str
    colour: str
    count: int
    x: int
    y: int


class TreasureData(TypedDict):
    """A heap of items in a room; the cell is that of its first item."""

    room: int
    x: int
    y: int
    items: list[str]


class FloorData(TypedDict):
    """A floor; `tiles` has a string a row, `walkable` the characters that can be walked on.

    Connections are pairs of rooms by id. `maze_connections` are those of a keep before dead ends
    were joined; other layouts have none. `items` are all that lie about, treasures included.
    """

    number: int
    name: str
    layout: str
    tiles: list[str]
    walkable: str
    legend: dict[str, SignData]
    arrival: list[int]
    stairs: StairsData
    rooms: list[RoomData]
    maze_connections: list[list[int]]
    connections: list[list[int]]
    treasures: list[TreasureData]
    monsters: list[MonsterData]
    items: list[ItemData]


def floor_data(
    ruleset: Ruleset,
    seed: bytes,
    number: int,
    heroes: int = 1,
    layout_name: LayoutName | None = None,
) -> FloorData:
    """Return floor `number`, from 1, of the game of `seed`, as `heroes` find it.

    With `layout_name` it is dug in that way, whatever the seed draws. Raises IndexError for
    one that the game hasn't.
    """
    game = make_game(ruleset, seed)
    plan = plan_floor(game, number, heroes, layout_name)
    signs = _signs(game.terrain)
    used = sorted({int(code) for row in plan.layout.tiles for code in row})
    layout = plan.layout
    return {
        "number": number,
        "name": plan.name,
        "layout": plan.layout_name,
        "tiles": ["".join(signs[code] for code in row) for row in layout.tiles],
        "walkable": _walkable(game.terrain, signs, used),
        "legend": {signs[code]: _sign_data(game.terrain, code) for code in used},
        "arrival": list(layout.arrival),
        "stairs": {
            "up": list(layout.stairs_up) if layout.stairs_up else None,
            "down": [list(cell) for cell in layout.stairs_down],
        },
        "rooms": [
            {"id": index, "x": room.x, "y": room.y, "width": room.width, "height": room.height}
            for index, room in enumerate(layout.rooms)
        ],
        "maze_connections": [list(link) for link in layout.maze],
        "connections": [list(link) for link in layout.connections],
        "treasures": _treasures(game, plan),
        "monsters": _monsters(plan),
        "items": _items(game, plan),
    }


def render_floor(data: FloorData) -> Group:
    """Return the map in colours, and below it who and what is there."""
    return Group(Text(_title(data), style="bold"), _map(data), _census(data))


def plot_floor(data: FloorData, path: Path) -> None:
    """Write a picture of the map: walls, ground, who and what is there."""
    # Here, as what draws takes long to import and most calls draw nothing.
    from undertide_server.inspection.picture import Look, draw_map  # noqa: PLC0415

    tiles = data["tiles"]
    look = {
        (x, y): Look(glyph, colour, solid=tiles[y][x] not in data["walkable"])
        for (x, y), (glyph, colour) in _look(data).items()
    }
    draw_map(_title(data), len(tiles[0]), len(tiles), look, path)


def _title(data: FloorData) -> str:
    return f"Floor {data['number']}: {data['name']}"


def _look(data: FloorData) -> dict[tuple[int, int], tuple[str, str]]:
    """Return the glyph and colour of every cell (x, y) that shows anything.

    That is ground, the walls beside it, and who or what is on it, the arrival as "@". Rock that
    nobody can ever see is left out.
    """
    tiles, walkable = data["tiles"], data["walkable"]
    ground = {
        (x, y) for y, row in enumerate(tiles) for x, sign in enumerate(row) if sign in walkable
    }
    near = {(x + dx, y + dy) for x, y in ground for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    look = {(x, y): (tiles[y][x], data["legend"][tiles[y][x]]["colour"]) for x, y in near}
    for item in data["items"]:
        look[item["x"], item["y"]] = (item["glyph"], item["colour"])
    for monster in data["monsters"]:
        look[monster["x"], monster["y"]] = (monster["glyph"], monster["colour"])
    look[data["arrival"][0], data["arrival"][1]] = ("@", "#ffffff")
    return look


def _signs(terrain: TerrainTable) -> list[str]:
    """Return a character for each terrain code: its glyph, where that tells if it can be walked."""
    walkable: dict[str, bool] = {}
    signs: list[str] = []
    spare = iter(SPARE_SIGNS)
    for record in terrain.records:
        if walkable.setdefault(record.glyph, record.walkable) == record.walkable:
            signs.append(record.glyph)
        else:
            sign = next(sign for sign in spare if sign not in walkable)
            walkable[sign] = record.walkable
            signs.append(sign)
    return signs


def _walkable(terrain: TerrainTable, signs: list[str], used: list[int]) -> str:
    return "".join(sorted({signs[code] for code in used if terrain.walkable[code]}))


def _sign_data(terrain: TerrainTable, code: int) -> SignData:
    record = terrain.records[code]
    return {"name": record.name, "colour": hex_of(record.colour)}


def _monsters(plan: FloorPlan) -> list[MonsterData]:
    return [
        {
            "name": spawn.kind.name,
            "glyph": spawn.kind.glyph,
            "colour": hex_of(spawn.kind.colour),
            "strength": spawn.kind.strength,
            "x": spawn.x,
            "y": spawn.y,
            "asleep": spawn.asleep,
            "boss": spawn.kind.boss,
        }
        for spawn in plan.spawns
    ]


def _treasures(game: Game, plan: FloorPlan) -> list[TreasureData]:
    names = {key: record.name for key, record in game.ruleset.items.items()}
    return [
        {
            "room": treasure.room,
            "x": treasure.loot[0].x,
            "y": treasure.loot[0].y,
            "items": [names[loot.item] for loot in treasure.loot],
        }
        for treasure in plan.treasures
    ]


def _items(game: Game, plan: FloorPlan) -> list[ItemData]:
    records = game.ruleset.items
    return [
        {
            "name": records[loot.item].name,
            "glyph": records[loot.item].glyph,
            "colour": hex_of(records[loot.item].colour),
            "count": loot.count,
            "x": loot.x,
            "y": loot.y,
        }
        for loot in plan.loot
    ]


def _map(data: FloorData) -> Text:
    look = _look(data)
    text = Text(no_wrap=True)
    for y, row in enumerate(data["tiles"]):
        for x in range(len(row)):
            glyph, colour = look.get((x, y), (" ", ""))
            text.append(glyph, style=colour)
        text.append("\n")
    return text


def _census(data: FloorData) -> Table:
    """Return how many there are of each, the strongest monsters first, then items."""
    table = Table(show_header=False, box=None, pad_edge=False)
    monsters = Counter(
        (-one["strength"], one["glyph"], one["name"], one["colour"]) for one in data["monsters"]
    )
    for (strength, glyph, name, colour), count in sorted(monsters.items()):
        asleep = sum(one["asleep"] for one in data["monsters"] if one["name"] == name)
        note = f"strength {-strength}, {asleep} asleep"
        table.add_row(str(count), Text(glyph, style=colour), Text(name, style=colour), note)
    items = Counter((one["glyph"], one["name"], one["colour"]) for one in data["items"])
    for (glyph, name, colour), count in sorted(items.items()):
        table.add_row(str(count), Text(glyph, style=colour), Text(name, style=colour), "")
    return table
