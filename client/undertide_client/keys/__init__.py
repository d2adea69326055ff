"""Commands, and their keys in each context."""

from undertide_client.keys.bindings import BINDINGS, Binding
from undertide_client.keys.commands import DIRECTIONS, TENTHS, Command, Context
from undertide_client.keys.keymap import KeyConflictError, Keymap
from undertide_client.keys.names import shown

__all__ = [
    "BINDINGS",
    "DIRECTIONS",
    "TENTHS",
    "Binding",
    "Command",
    "Context",
    "KeyConflictError",
    "Keymap",
    "shown",
]
