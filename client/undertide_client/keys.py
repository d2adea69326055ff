"""Commands, and the keys that mean them where.

`BINDINGS` is the one table of keys: screens look commands up in it and the help screen lists it.
The vi keys hjklyubn move wherever something moves, so no other command has them there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final


class Context(Enum):
    """Where keys are pressed; the value is the heading on the help screen."""

    PLAY = "playing"
    WATCH = "watching"
    CURSOR = "choosing a cell"
    RUN_MAP = "the map of the run"
    LIST = "lists and pages"
    LOBBY = "the lobby"
    ITEM = "an item"
    TEXT = "writing"
    CONFIRM = "a question"
    OUTAGE = "without a connection"


class Command(Enum):
    """What a player can ask the client for."""

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
    REST = auto()
    TRAVEL = auto()
    DESCEND = auto()
    ASCEND = auto()
    LOOK = auto()
    STOP = auto()
    CHAT = auto()
    HISTORY = auto()
    RUN_MAP = auto()
    PARTY = auto()
    SHEET = auto()
    HELP = auto()
    QUIT = auto()
    NEXT_EYES = auto()
    PREVIOUS_EYES = auto()
    PARTY_EYES = auto()
    RECENTRE = auto()
    CHOOSE = auto()
    BACK = auto()
    NEXT = auto()
    PREVIOUS = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    FIRST = auto()
    LAST = auto()
    USE = auto()
    DROP = auto()
    NEW_SESSION = auto()
    WATCH = auto()
    RENAME = auto()
    REFRESH = auto()
    YES = auto()
    NO = auto()
    TRY_NOW = auto()


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
"""Steps (dx, dy) of the commands that move."""


@dataclass(frozen=True, slots=True)
class Binding:
    """The keys of one command in one context, and what help says of them."""

    context: Context
    command: Command
    keys: tuple[str, ...]
    help: str


class Conflict(ValueError):
    """A key that means two commands in one context."""


def _moves(context: Context, verb: str) -> tuple[Binding, ...]:
    """Return the bindings of all eight directions: arrows, vi keys, numpad, digits.

    A numpad sends digits, its own keys, or home, end and page keys, as terminal and NumLock please.
    """
    keys = {
        Command.NORTH: ("up", "k", "8", "kp8"),
        Command.SOUTH: ("down", "j", "2", "kp2"),
        Command.WEST: ("left", "h", "4", "kp4"),
        Command.EAST: ("right", "l", "6", "kp6"),
        Command.NORTHWEST: ("home", "y", "7", "kp7"),
        Command.NORTHEAST: ("pageup", "u", "9", "kp9"),
        Command.SOUTHWEST: ("end", "b", "1", "kp1"),
        Command.SOUTHEAST: ("pagedown", "n", "3", "kp3"),
    }
    return tuple(Binding(context, command, names, verb) for command, names in keys.items())


def _bind(context: Context, *rows: tuple[Command, str, str]) -> tuple[Binding, ...]:
    """Return bindings of `context` from rows of a command, its keys and its help."""
    return tuple(
        Binding(context, command, tuple(keys.split()), text) for command, keys, text in rows
    )


_EVERYWHERE: Final = (
    (Command.CHAT, "t enter kp_enter", "talk to everyone"),
    (Command.HISTORY, "m", "read the log"),
    (Command.RUN_MAP, "M", "the map of the run"),
    (Command.PARTY, "p", "the party and who watches"),
    (Command.LOOK, "; v x", "look around"),
    (Command.HELP, "? f1", "this help"),
    (Command.QUIT, "Q ctrl+c", "leave the game"),
)
"""On the map, for players and spectators alike."""

BINDINGS: Final[tuple[Binding, ...]] = (
    *_moves(Context.PLAY, "move or attack"),
    *_bind(
        Context.PLAY,
        (Command.WAIT, ". s 5 kp5", "wait a moment"),
        (Command.TAKE, "g ,", "take what lies here"),
        (Command.PACK, "i", "open the pack"),
        (Command.EXPLORE, "o", "explore until something shows up"),
        (Command.REST, "z Z r", "rest until healed"),
        (Command.TRAVEL, "_ w", "travel to a place"),
        (Command.DESCEND, ">", "go to the stairs down, or take them"),
        (Command.ASCEND, "<", "go to the stairs up, or take them"),
        (Command.STOP, "escape", "stop what is under way"),
        (Command.SHEET, "c", "your hero"),
        *_EVERYWHERE,
    ),
    *_moves(Context.WATCH, "scroll the map"),
    *_bind(
        Context.WATCH,
        (Command.NEXT_EYES, "f tab", "see through the next hero's eyes"),
        (Command.PREVIOUS_EYES, "F shift+tab", "see through the previous hero's eyes"),
        (Command.PARTY_EYES, "a", "see what the whole party sees"),
        (Command.RECENTRE, "c 5 kp5 escape", "back to the hero"),
        *_EVERYWHERE,
    ),
    *_moves(Context.CURSOR, "move the cursor"),
    *_bind(
        Context.CURSOR,
        (Command.CHOOSE, "enter kp_enter . space t 5 kp5", "choose this cell"),
        (Command.NEXT, "tab + kp_plus", "next thing in sight"),
        (Command.PREVIOUS, "shift+tab - kp_minus", "previous thing in sight"),
        (Command.DESCEND, ">", "to the next known stairs down"),
        (Command.ASCEND, "<", "to the next known stairs up"),
        (Command.BACK, "escape q ctrl+c", "never mind"),
    ),
    *_bind(
        Context.RUN_MAP,
        (Command.NORTH, "up k 8 kp8", "to the floor above"),
        (Command.SOUTH, "down j 2 kp2", "to a floor below"),
        (Command.WEST, "left h 4 kp4", "to the floor at its left"),
        (Command.EAST, "right l 6 kp6", "to the floor at its right"),
        (Command.NEXT, "tab + kp_plus", "to the next floor with heroes"),
        (Command.RECENTRE, "c home 5 kp5", "to the floor that is shown"),
        (Command.CHOOSE, "enter kp_enter . space", "set out for this floor"),
        (Command.BACK, "escape q M ctrl+c", "back"),
    ),
    *_bind(
        Context.LIST,
        (Command.PREVIOUS, "up kp8", "up"),
        (Command.NEXT, "down kp2", "down"),
        (Command.PAGE_UP, "pageup kp9", "a page up"),
        (Command.PAGE_DOWN, "pagedown kp3 space", "a page down"),
        (Command.FIRST, "home kp7", "to the beginning"),
        (Command.LAST, "end kp1", "to the end"),
        (Command.CHOOSE, "enter kp_enter", "choose"),
        (Command.BACK, "escape ctrl+c", "back"),
    ),
    *_bind(
        Context.LOBBY,
        (Command.PREVIOUS, "up k kp8", "up"),
        (Command.NEXT, "down j kp2", "down"),
        (Command.CHOOSE, "enter kp_enter", "join this session"),
        (Command.WATCH, "w", "watch this session"),
        (Command.NEW_SESSION, "n", "make a new session"),
        (Command.RENAME, "e", "change your name"),
        (Command.REFRESH, "r f5", "ask again"),
        (Command.HELP, "? f1", "this help"),
        (Command.QUIT, "Q q ctrl+c escape", "leave the game"),
    ),
    *_bind(
        Context.ITEM,
        (Command.USE, "u enter kp_enter", "use it"),
        (Command.DROP, "d", "drop it"),
        (Command.BACK, "escape ctrl+c", "back to the pack"),
    ),
    *_bind(
        Context.TEXT,
        (Command.CHOOSE, "enter kp_enter", "send it"),
        (Command.BACK, "escape ctrl+c", "never mind"),
    ),
    *_bind(
        Context.CONFIRM,
        (Command.YES, "y Y Q enter kp_enter ctrl+c", "yes"),
        (Command.NO, "n N escape", "no"),
    ),
    *_bind(
        Context.OUTAGE,
        (Command.TRY_NOW, "enter kp_enter space r", "try now"),
        (Command.QUIT, "Q q ctrl+c escape", "leave the game"),
    ),
)


class Keymap:
    """The bindings in force. Raises Conflict when a key means two commands in one context."""

    def __init__(self, bindings: Iterable[Binding] = BINDINGS) -> None:
        self.bindings = tuple(bindings)
        self._commands: dict[tuple[Context, str], Command] = {}
        for binding in self.bindings:
            for key in binding.keys:
                self._add(binding, key)

    def _add(self, binding: Binding, key: str) -> None:
        taken = self._commands.setdefault((binding.context, key), binding.command)
        if taken is not binding.command:
            where = binding.context.value
            raise Conflict(f"{key!r} means {taken.name} and {binding.command.name} in {where}")

    def command(self, context: Context, key: str) -> Command | None:
        """Return what `key` means in `context`."""
        return self._commands.get((context, key))

    def key(self, context: Context, command: Command) -> str:
        """Return the first key of a command, as a hint shows it; empty if it has none."""
        for binding in self.bindings:
            if (binding.context, binding.command) == (context, command):
                return shown(binding.keys[0])
        return ""


SHOWN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "up": "↑",
        "down": "↓",
        "left": "←",
        "right": "→",
        "enter": "Enter",
        "escape": "Esc",
        "space": "Space",
        "tab": "Tab",
        "backspace": "Backspace",
        "pageup": "PgUp",
        "pagedown": "PgDn",
        "home": "Home",
        "end": "End",
    }
)


def shown(key: str) -> str:
    """Return a key's name as people write it: `ctrl+c` → Ctrl+C, `kp5` → num 5."""
    *held, base = key.split("+") if len(key) > 1 else [key]
    if base.startswith("kp"):
        base = "num " + base.removeprefix("kp").lstrip("_").replace("plus", "+").replace(
            "minus", "-"
        )
    elif held:
        base = base.upper() if len(base) == 1 else base.title()
    else:
        base = SHOWN.get(base, base.upper() if base[0] == "f" and base[1:].isdigit() else base)
    return "+".join([*(name.title() for name in held), base])
