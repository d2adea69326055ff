"""The words and keys that a player types on a line, and the keys that they mean. Pure."""

import difflib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from undertide_client.displays.key_names import is_key
from undertide_client.keys import DIRECTIONS, Binding, Command, Context, Keymap, shown
from undertide_client.screens.widgets.screen_text import plain_text

MAX_TIMES: Final = 16
"""Times that a line presses one key: a floor is crossed in a few such lines."""
MAX_WORDS: Final = 3
"""Words of the longest name of a command."""
ALIASES: Final = MappingProxyType(
    {
        "ne": Command.NORTHEAST,
        "nw": Command.NORTHWEST,
        "se": Command.SOUTHEAST,
        "sw": Command.SOUTHWEST,
        "inventory": Command.PACK,
        "cast": Command.SPELLS,
        "get": Command.TAKE,
        "log": Command.HISTORY,
        "talk": Command.CHAT,
    }
)
"""Other words for commands."""
KEY_ALIASES: Final = MappingProxyType(
    {"esc": "escape", "\x1b": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown"}
)
"""Other names of keys."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The first thing that a line asks for: a key to press some times, and the words after it."""

    key: str
    times: int
    rest: tuple[str, ...]


def understood(
    words: Sequence[str],
    contexts: Sequence[Context],
    keymap: Keymap,
    letters: Collection[str] = (),
) -> Typed | None:
    """Return what the first words of a line mean in some contexts; None if they mean nothing.

    A command's name, another word for it, or a key has a meaning; so has a run of keys that move,
    such as "kkl", of which each is pressed. A number after it says how often. `letters` are keys
    beside those of the keymap: they name the lines of a list.
    """
    for count in range(min(MAX_WORDS, len(words)), 0, -1):
        key = _key_of(" ".join(words[:count]), contexts, keymap, letters)
        if key:
            times, rest = _times(words[count:])
            return Typed(key, times, rest)
    run = words[0] if words else ""
    if len(run) > 1 and all(_moves(key, contexts, keymap) for key in run):
        return Typed(run[0], 1, (run[1:], *words[1:]))
    return None


def _key_of(
    words: str, contexts: Sequence[Context], keymap: Keymap, letters: Collection[str]
) -> str:
    """Return the key that words name; empty if they name none."""
    if words in letters:
        return words
    key = KEY_ALIASES.get(words.lower(), words if len(words) == 1 else words.lower())
    if is_key(key) and (len(key) > 1 or any(keymap.command(each, key) for each in contexts)):
        return key
    command = _command(words)
    keys = (keymap.key(context, command) for context in contexts) if command else iter(())
    return next(filter(None, keys), "")


def _command(words: str) -> Command | None:
    """Return the command of a name, such as "run map" or "run-map"."""
    name = "_".join(words.lower().replace("-", " ").replace("_", " ").split())
    return ALIASES.get(name) or Command.__members__.get(name.upper())


def _times(words: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Return how often the line asks for what stands before `words`, and what follows."""
    if words and words[0].isascii() and words[0].isdecimal():
        return min(MAX_TIMES, max(1, int(words[0][:4]))), tuple(words[1:])
    return 1, tuple(words)


def _moves(key: str, contexts: Sequence[Context], keymap: Keymap) -> bool:
    return any(keymap.command(context, key) in DIRECTIONS for context in contexts)


def name_of(command: Command) -> str:
    """Return the name of a command as players type it."""
    return command.name.lower().replace("_", " ")


def unknown_words(line: str, place: str, contexts: Sequence[Context], keymap: Keymap) -> str:
    """Return the answer to a line that means nothing here.

    `place` is the title of the screen on top; empty if there is none that one could leave.
    """
    known = [name_of(one.command) for one in _bindings(contexts, keymap)]
    near = difflib.get_close_matches(line.lower(), known, 1)
    guess = f" Do you mean `{near[0]}`?" if near else ""
    if place:
        guess += f" This is: {place}. `/back` leaves it."
    return f"`{line}` means nothing here.{guess} `commands` lists what does."


def command_lines(contexts: Sequence[Context], keymap: Keymap) -> Iterator[str]:
    """Yield a line for each command of some contexts: its name, its keys and what it does."""
    for one in _bindings(contexts, keymap):
        keys = ", ".join(plain_text(shown(key)) for key in one.keys)
        yield f"{name_of(one.command)}: {one.help}. Keys: {keys}"


def _bindings(contexts: Sequence[Context], keymap: Keymap) -> Iterator[Binding]:
    """Yield the first binding of each command in some contexts."""
    done: set[Command] = set()
    for one in keymap.bindings:
        if one.context in contexts and one.command not in done:
            done.add(one.command)
            yield one
