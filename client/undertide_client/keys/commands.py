"""The commands of a player, and the contexts of keys. Data only."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Final


class Context(Enum):
    """A place where keys have their own meaning. The value is the heading on the help screen."""

    PLAY = "playing"
    WATCH = "watching"
    REPLAY = "watching again"
    CURSOR = "choosing a cell"
    MARK = "marking a cell"
    RUN_MAP = "the map of the run"
    LIST = "lists and pages"
    HELP = "the help"
    LOBBY = "the lobby"
    RUNS = "old runs"
    PEOPLE = "who is here"
    INVITE = "an invite"
    CARD = "a card to pass on"
    FORM = "a form"
    ITEM = "an item"
    FORGE = "at the forge"
    TRADE = "a trade"
    TEXT = "writing"
    CONFIRM = "a question"
    WARNING = "before what can't be undone"
    OUTAGE = "without a connection"


class Command(Enum):
    """A command of a player to the client."""

    NORTH = auto()
    SOUTH = auto()
    WEST = auto()
    EAST = auto()
    NORTHWEST = auto()
    NORTHEAST = auto()
    SOUTHWEST = auto()
    SOUTHEAST = auto()
    WAIT = auto()
    TAKE = auto()
    PACK = auto()
    EXPLORE = auto()
    FIGHT = auto()
    HEAL = auto()
    WEAR_BETTER = auto()
    REST = auto()
    TRAVEL = auto()
    FOLLOW = auto()
    REGROUP = auto()
    SEARCH = auto()
    DESCEND = auto()
    ASCEND = auto()
    LOOK = auto()
    SURROUNDINGS = auto()
    STOP = auto()
    CHAT = auto()
    HISTORY = auto()
    RUN_MAP = auto()
    PARTY = auto()
    SHEET = auto()
    HELP = auto()
    HINTS = auto()
    SIGNS = auto()
    QUIT = auto()
    NEXT_EYES = auto()
    PREVIOUS_EYES = auto()
    PARTY_EYES = auto()
    RECENTRE = auto()
    REPLAY = auto()
    PLAY_OR_PAUSE = auto()
    STEP_ON = auto()
    STEP_BACK = auto()
    FASTER = auto()
    SLOWER = auto()
    NEXT_LANDMARK = auto()
    PREVIOUS_LANDMARK = auto()
    NEXT_FALL = auto()
    PREVIOUS_FALL = auto()
    TENTH_0 = auto()
    TENTH_1 = auto()
    TENTH_2 = auto()
    TENTH_3 = auto()
    TENTH_4 = auto()
    TENTH_5 = auto()
    TENTH_6 = auto()
    TENTH_7 = auto()
    TENTH_8 = auto()
    TENTH_9 = auto()
    GO_TO = auto()
    LANDMARKS = auto()
    LIVE = auto()
    CHOOSE = auto()
    BACK = auto()
    NEXT = auto()
    PREVIOUS = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    FIRST = auto()
    LAST = auto()
    USE = auto()
    WEAR = auto()
    DOFF = auto()
    DROP = auto()
    GIVE = auto()
    TRADE = auto()
    ACCEPT = auto()
    END_TRADE = auto()
    BREAK = auto()
    SELL = auto()
    GEAR = auto()
    SPELLS = auto()
    SHOOT = auto()
    FIRST_ABILITY = auto()
    SECOND_ABILITY = auto()
    CRAFT = auto()
    MORE = auto()
    LESS = auto()
    BESTIARY = auto()
    PAUSE_PARTY = auto()
    ANEW = auto()
    TUTORIAL = auto()
    CARD = auto()
    LOBBY = auto()
    CALLING = auto()
    NEW_SESSION = auto()
    WATCH = auto()
    RUNS = auto()
    RENAME = auto()
    ACCOUNT = auto()
    JOIN_BY_CODE = auto()
    WATCH_BY_CODE = auto()
    PEOPLE = auto()
    TERMS = auto()
    INVITE = auto()
    COPY = auto()
    BANS = auto()
    DEEDS = auto()
    HEAR = auto()
    REPORT = auto()
    REFRESH = auto()
    YES = auto()
    NO = auto()
    TRY_NOW = auto()
    MARK = auto()
    MARK_DANGER = auto()
    MARK_LOOT = auto()
    MARK_HERE = auto()
    MARK_HELP = auto()
    UNMARK = auto()


Direction = tuple[int, int]
DIRECTIONS: Final[Mapping[Command, Direction]] = MappingProxyType(
    {
        Command.NORTH: (0, -1),
        Command.SOUTH: (0, 1),
        Command.WEST: (-1, 0),
        Command.EAST: (1, 0),
        Command.NORTHWEST: (-1, -1),
        Command.NORTHEAST: (1, -1),
        Command.SOUTHWEST: (-1, 1),
        Command.SOUTHEAST: (1, 1),
    }
)
"""The steps (dx, dy) of the commands that move."""
TENTHS: Final = tuple(Command[f"TENTH_{tenth}"] for tenth in range(10))
"""The commands that go to a tenth of a run, from its beginning on."""
