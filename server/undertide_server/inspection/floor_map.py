"""The look of each cell of a floor's map, for a terminal and for a picture."""

from dataclasses import dataclass

from undertide_server.content.records.heroes import HERO_GLYPH
from undertide_server.inspection.floor_records import FloorData
from undertide_shared.geometry import Cell

ARRIVAL = (HERO_GLYPH, "#ffffff")
REGION_COLOURS = {"fire": "#ff7a2f", "ice": "#5fb8ff", "poison": "#7ed048"}
"""The tint of rooms of each element (R13)."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a cell. Colours are "#rrggbb"."""

    glyph: str
    colour: str
    ground: str
    """Colour of the terrain, whatever stands on it."""
    solid: bool
    """Whether nobody can walk there."""
    hidden: bool
    """Whether the cell holds something that heroes don't see: a hidden trap."""
    tint: str | None
    """Colour of its region, if it lies in one."""


@dataclass(frozen=True, slots=True)
class Label:
    """The text at the upper left corner of a room."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class MapLook:
    """The look of a whole map. Cells that nobody can ever see have no look."""

    width: int
    height: int
    cells: dict[Cell, Look]
    labels: tuple[Label, ...]
    legend: tuple[tuple[str, str, str], ...]
    """Glyph, colour and name of everything on the map."""


def title_of(data: FloorData) -> str:
    """Return the title of a map."""
    return f"Floor {data['number']}: {data['name']} ({data['type']}, {data['layout']})"


def draw_look(data: FloorData) -> MapLook:
    """Return the look of a floor's map."""
    return MapLook(
        width=len(data["tiles"][0]),
        height=len(data["tiles"]),
        cells=cells_of(data),
        labels=_labels(data),
        legend=_legend(data),
    )


def cells_of(data: FloorData) -> dict[Cell, Look]:
    """Return the look of every cell (x, y) that shows anything.

    That is the ground, the walls beside it, and everything on the ground.
    """
    tiles, legend = data["tiles"], data["legend"]
    shown, hidden, tints = _things(data), _hidden(data), _tints(data)
    looks: dict[Cell, Look] = {}
    for x, y in _seen(data):
        sign = legend[tiles[y][x]]
        glyph, colour = shown.get((x, y), (sign["glyph"], sign["colour"]))
        looks[x, y] = Look(
            glyph=glyph,
            colour=colour,
            ground=sign["colour"],
            solid=sign["solid"],
            hidden=(x, y) in hidden,
            tint=tints.get((x, y)),
        )
    return looks


def _seen(data: FloorData) -> list[Cell]:
    """Return the ground and the cells next to it, row after row."""
    tiles, walkable = data["tiles"], data["walkable"]
    height, width = len(tiles), len(tiles[0])
    ground = {(x, y) for y in range(height) for x in range(width) if tiles[y][x] in walkable}
    near = {(x + dx, y + dy) for x, y in ground for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return sorted(near, key=lambda cell: (cell[1], cell[0]))


def _things(data: FloorData) -> dict[Cell, tuple[str, str]]:
    """Return the glyph and colour of the uppermost thing on each cell.

    The arrival hides monsters; monsters hide items; items hide traps.
    """
    arrival = (data["arrival"][0], data["arrival"][1])
    things = {
        (thing["x"], thing["y"]): (thing["glyph"], thing["colour"])
        for thing in (*data["traps"], *data["items"], *data["monsters"])
    }
    return things | {arrival: ARRIVAL}


def _hidden(data: FloorData) -> set[Cell]:
    return {(trap["x"], trap["y"]) for trap in data["traps"] if trap["hidden"]}


def _tints(data: FloorData) -> dict[Cell, str]:
    """Return the region's colour for each cell of a room in a region, including its walls."""
    return {
        (x, y): REGION_COLOURS[room["region"]]
        for room in data["rooms"]
        if room["region"] is not None
        for y in range(room["y"] - 1, room["y"] + room["height"] + 1)
        for x in range(room["x"] - 1, room["x"] + room["width"] + 1)
    }


def _labels(data: FloorData) -> tuple[Label, ...]:
    """Return the themes of all rooms but plain empty ones. Special rooms have a star."""
    return tuple(
        Label(room["x"], room["y"], room["theme"] + ("*" if room["special"] else ""))
        for room in data["rooms"]
        if room["theme"] != "empty" or room["special"]
    )


def _legend(data: FloorData) -> tuple[tuple[str, str, str], ...]:
    """Return terrain, then traps, items and monsters, each once."""
    terrain = [(sign["glyph"], sign["colour"], sign["name"]) for sign in data["legend"].values()]
    things = [
        (thing["glyph"], thing["colour"], thing["name"])
        for thing in (*data["traps"], *data["items"], *data["monsters"])
    ]
    return tuple(dict.fromkeys([*terrain, *things]))
