"""A player's lasting preferences: keys, the look, and calls for help (client.toml)."""

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from undertide_client.displays.base import Vision
from undertide_client.displays.key_names import is_key
from undertide_client.keys import BINDINGS, Binding, Command, Context, KeyConflictError, Keymap

FILE: Final = "client.toml"
MAX_FILE: Final = 65_536
"""Most bytes to read: every key of every command takes a quarter of that."""


class BadPreferencesError(Exception):
    """The file can't be used. `faults` lists each fault with its key."""

    def __init__(self, file: Path, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{file}: {fault}" for fault in self.faults))


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file."""

    vision: Vision = "normal"
    call_for_help: bool = True
    """Whether the own hero calls for help by itself when it is badly hurt (R17)."""
    plain: bool = False
    """Whether the terminal shows lines of text instead of screens, as with --plain."""
    plain_glyphs: bool = False
    """Whether walls have plain glyphs instead of lines."""
    alerts: bool = True
    """Whether a bell and the window's title tell what the player should not miss."""
    pass_weak: bool = True
    """Whether exploring and fighting pass sleepers that aren't dire, and foes that cost little."""
    keys: dict[str, dict[str, object]] = {}
    """Keys by context and command. Each value is a list of key names with spaces between."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player's preferences mean for the running client."""

    keymap: Keymap = field(default_factory=Keymap)
    keys_file: str = ""
    """The file in which the player can change keys; empty if there is none."""
    calls_for_help: bool = True
    """Whether the own hero calls for help by itself when it is badly hurt (R17)."""
    plain_glyphs: bool = False
    """Whether walls have plain glyphs instead of lines."""
    alerts: bool = True
    """Whether a bell and the window's title tell what the player should not miss."""
    passes_weak: bool = True
    """Whether exploring and fighting pass sleepers that aren't dire, and foes that cost little."""


def preferences_file() -> Path:
    """Return the path of the file on this system."""
    return platformdirs.user_config_path("undertide") / FILE


def load(file: Path) -> Preferences:
    """Return the content of a file, or the defaults if it is absent. Raises BadPreferencesError."""
    try:
        with file.open("rb") as opened:
            text = opened.read(MAX_FILE + 1)
    except FileNotFoundError:
        return Preferences()
    except OSError as fault:
        raise BadPreferencesError(file, [str(fault)]) from fault
    if len(text) > MAX_FILE:
        raise BadPreferencesError(file, [f"more than {MAX_FILE} bytes"])
    try:
        return msgspec.convert(tomllib.loads(text.decode()), Preferences)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as fault:
        raise BadPreferencesError(file, [str(fault)]) from fault


def keymap_of(preferences: Preferences, file: Path) -> Keymap:
    """Return the bindings in force. Raises BadPreferencesError, which lists every fault."""
    wanted: dict[tuple[Context, Command], tuple[str, ...]] = {}
    faults = [
        fault
        for context, commands in preferences.keys.items()
        for fault in _read(context, commands, wanted)
    ]
    if faults:
        raise BadPreferencesError(file, faults)
    bindings = [
        replace(binding, keys=wanted.get((binding.context, binding.command), binding.keys))
        for binding in BINDINGS
    ]
    try:
        return Keymap(_once(bindings, wanted))
    except KeyConflictError as fault:
        raise BadPreferencesError(file, [f"keys: {fault}"]) from fault


def _read(
    context_name: str,
    commands: Mapping[str, object],
    wanted: dict[tuple[Context, Command], tuple[str, ...]],
) -> Iterator[str]:
    """Read the keys of one context into `wanted`. Yield each fault."""
    contexts = {context.name.lower(): context for context in Context}
    context = contexts.get(context_name)
    if context is None:
        yield f"keys.{context_name}: there is no such place{_did_you_mean(context_name, contexts)}"
        return
    known = {
        binding.command.name.lower(): binding.command
        for binding in BINDINGS
        if binding.context is context
    }
    for name, text in commands.items():
        where, keys = f"keys.{context_name}.{name}", str(text).split()
        if name not in known:
            yield f"{where}: there is no such command here{_did_you_mean(name, known)}"
        elif not isinstance(text, str) or not keys:
            yield f'{where}: expected keys with spaces between, such as "o f5"'
        else:
            yield from (f"{where}: {key!r} is not a key" for key in keys if not is_key(key))
            wanted[context, known[name]] = tuple(keys)


def _once(
    bindings: Iterable[Binding], wanted: Mapping[tuple[Context, Command], tuple[str, ...]]
) -> Iterator[Binding]:
    """Yield the bindings.

    If the file sets the keys of several bindings at once, yield only the first.
    """
    done: set[tuple[Context, Command]] = set()
    for binding in bindings:
        what = (binding.context, binding.command)
        if what not in done:
            yield binding
        if what in wanted:
            done.add(what)


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def as_toml(keymap: Keymap) -> str:
    """Return all keys in force, in the form of the file."""
    lines: list[str] = []
    for context in Context:
        lines += ["", f"[keys.{context.name.lower()}]  # {context.value}"]
        for command, keys, text in _commands(keymap, context):
            stated = " ".join(keys).replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'{command.name.lower()} = "{stated}"  # {text}')
    return "\n".join(lines[1:])


def _commands(keymap: Keymap, context: Context) -> list[tuple[Command, list[str], str]]:
    """Return each command of a context with all of its keys and its help text."""
    found: dict[Command, tuple[list[str], str]] = {}
    for binding in keymap.bindings:
        if binding.context is context:
            keys, _ = found.setdefault(binding.command, ([], binding.help))
            keys += binding.keys
    return [(command, keys, text) for command, (keys, text) in found.items()]
