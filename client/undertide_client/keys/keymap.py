"""The meaning of each key in each context, with the player's changes."""

from collections.abc import Iterable

from undertide_client.keys.bindings import BINDINGS, Binding
from undertide_client.keys.commands import Command, Context


class KeyConflictError(ValueError):
    """A key that has two commands in one context."""


class Keymap:
    """The bindings in force.

    Raises KeyConflictError if a key has two commands in one context.
    """

    def __init__(self, bindings: Iterable[Binding] = BINDINGS) -> None:
        self.bindings = tuple(bindings)
        self._commands: dict[tuple[Context, str], Command] = {}
        self._keys: dict[tuple[Context, Command], tuple[str, ...]] = {}
        for binding in self.bindings:
            self._keys.setdefault((binding.context, binding.command), binding.keys)
            for key in binding.keys:
                self._add(binding, key)

    def _add(self, binding: Binding, key: str) -> None:
        taken = self._commands.setdefault((binding.context, key), binding.command)
        if taken is not binding.command:
            where = binding.context.value
            raise KeyConflictError(
                f"{key!r} means {taken.name} and {binding.command.name} in {where}"
            )

    def command(self, context: Context, key: str) -> Command | None:
        """Return the command of `key` in `context`, or None."""
        return self._commands.get((context, key))

    def key(self, context: Context, command: Command) -> str:
        """Return the first key of a command, or an empty text."""
        return self._keys.get((context, command), ("",))[0]
