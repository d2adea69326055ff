"""What `inspect floor` says, as data. Cells are [x, y]; colours are "#rrggbb"."""

from typing import TypedDict


class SignData(TypedDict):
    """What a character of `tiles` stands for: one terrain, and how the map draws it."""

    terrain: str
    name: str
    glyph: str
    colour: str
    solid: bool


class StairsData(TypedDict):
    """Cells of stairs; `up` is None on the first floor.

    `leads_to` has the type of floor that each stair down leads to, in their order.
    """

    up: list[int] | None
    down: list[list[int]]
    leads_to: list[str]


class EncounterData(TypedDict):
    """R4: who waits in a room. `difficulty` was drawn, `reached` is what became of it.

    `kinds` are the names of those who came, each once; `monsters` is how many they are.
    """

    difficulty: str
    budget: int
    kinds: list[str]
    monsters: int
    adjusted: int
    reached: str | None


class RoomData(TypedDict):
    """A room without its walls, or the rectangle that holds it where it is no rectangle itself.

    The first is that of the arrival, the last that of bosses. `encounter` is None where none is.
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


class PatchData(TypedDict):
    """R11: terrain in a room: how it lies there, and of what sort it is."""

    room: int
    patch: str
    tile: str


class DoorData(TypedDict):
    """A door; `terrain` is its key."""

    x: int
    y: int
    terrain: str


class TrapData(TypedDict):
    """A trap. `facing` is where a wall trap fires; [0, 0] in a floor."""

    kind: str
    name: str
    glyph: str
    colour: str
    x: int
    y: int
    hidden: bool
    facing: list[int]


class PortalData(TypedDict):
    """A portal, and the cell of the one that it leads to."""

    x: int
    y: int
    to: list[int]


class MonsterData(TypedDict):
    """A monster where it is at first; `experience` is what R4 goes by."""

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
    """Some of one item on the ground; `price` is what a shop asks for all, 0 where it is free."""

    name: str
    glyph: str
    colour: str
    count: int
    price: int
    x: int
    y: int


class TreasureData(TypedDict):
    """A heap of items in a room; the cell is that of its first item."""

    room: int
    x: int
    y: int
    items: list[str]


class FloorData(TypedDict):
    """A floor as heroes first find it.

    `tiles` has a string a row, in which each character stands for one terrain: see `legend`.
    `walkable` has the characters of what a hero can walk or open. Connections are pairs of rooms by
    id; `maze_connections` are those of a keep before dead ends were joined, and other layouts have
    none. `items` are all that lie about, treasures and wares included; `gold` is how much of it
    there is in all.
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
