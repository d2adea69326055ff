"""The data of `inspect floor`. Cells are [x, y]; colours are "#rrggbb"."""

from typing import TypedDict


class SignData(TypedDict):
    """The meaning of a character in `tiles`: one terrain, and its look on the map."""

    terrain: str
    name: str
    glyph: str
    colour: str
    solid: bool


class StairsData(TypedDict):
    """Cells of stairs; `up` is None on the first floor.

    `leads_to` is the floor type below each stairs down, in the order of `down`.
    """

    up: list[int] | None
    down: list[list[int]]
    leads_to: list[str]


class EncounterData(TypedDict):
    """R4: the monsters of a room. `difficulty` was drawn; `reached` is the difficulty they reach.

    `kinds` are their names, each once; `monsters` is their number.
    """

    difficulty: str
    budget: int
    kinds: list[str]
    monsters: int
    adjusted: int
    reached: str | None


class RoomData(TypedDict):
    """A room without its walls, or the rectangle around a room of another shape.

    The first room holds the arrival, the last one the bosses. `encounter` is None without monsters.
    `people_promised` is the least number of people whom its theme promises, `people` the number of
    people of its theme who are there (R12).
    """

    id: int
    x: int
    y: int
    width: int
    height: int
    shape: str
    theme: str
    special: bool
    region: str | None
    encounter: EncounterData | None
    people_promised: int
    people: int


class PatchData(TypedDict):
    """R11: the terrain in a room: its shape and its sort."""

    room: int
    patch: str
    tile: str


class DoorData(TypedDict):
    """A door. `terrain` is the key of its terrain."""

    x: int
    y: int
    terrain: str


class TrapData(TypedDict):
    """A trap. `facing` is the direction in which a wall trap fires; a floor trap has [0, 0]."""

    kind: str
    name: str
    glyph: str
    colour: str
    x: int
    y: int
    hidden: bool
    facing: list[int]


class PortalData(TypedDict):
    """A portal, and the cell of the portal that it leads to."""

    x: int
    y: int
    to: list[int]


class MonsterData(TypedDict):
    """A monster at its first cell. `experience` is the figure that R4 uses."""

    name: str
    glyph: str
    colour: str
    strength: int
    experience: int
    x: int
    y: int
    asleep: bool
    boss: bool


class ItemData(TypedDict):
    """A stack of items on the ground. `price` is a shop's price for all of it, 0 if it is free."""

    name: str
    glyph: str
    colour: str
    count: int
    price: int
    x: int
    y: int


class TreasureData(TypedDict):
    """A heap of items in a room. The cell is that of its first item."""

    room: int
    x: int
    y: int
    items: list[str]


class SetPieceData(TypedDict):
    """R12: the built scene of a floor: its key, its name, and the id of its room."""

    key: str
    name: str
    room: int


class FloorData(TypedDict):
    """A floor as heroes first find it.

    `tiles` has one string per row, in which each character stands for one terrain: see `legend`.
    `walkable` has the characters of terrain that a hero can walk on or open. Connections are pairs
    of room ids; `maze_connections` are those of a keep before its dead ends were joined, and empty
    for other layouts. `items` are all items on the ground, including treasures and wares; `gold` is
    the sum of all gold. `set_piece` is None on a floor without one.
    """

    number: int
    name: str
    branch: str
    type: str
    layout: str
    tiles: list[str]
    walkable: str
    legend: dict[str, SignData]
    arrival: list[int]
    stairs: StairsData
    rooms: list[RoomData]
    maze_connections: list[list[int]]
    connections: list[list[int]]
    doors: list[DoorData]
    terrain: list[PatchData]
    traps: list[TrapData]
    portals: list[PortalData]
    treasures: list[TreasureData]
    monsters: list[MonsterData]
    items: list[ItemData]
    gold: int
    set_piece: SetPieceData | None
