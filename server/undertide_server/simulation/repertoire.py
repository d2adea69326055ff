"""The game's own systems, layouts, tricks and effects, as one value, and those of extensions.

Nothing in the simulation reads them from a module: each game holds the value that it was made with.
"""

from collections.abc import Iterable, Mapping
from typing import TypeGuard

from undertide_server.content.schema.extensions import (
    Addition,
    ExtensionError,
    installed,
    require_extensions,
)
from undertide_server.content.schema.faults import quoted
from undertide_server.simulation.ai.tricks.registry import TrickRegistry, tricks_of_the_game
from undertide_server.simulation.effects.dispatch import effects_of_the_game
from undertide_server.simulation.extension import Extension, extended, register
from undertide_server.simulation.pipeline import systems_of_the_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.layouts.registry import layouts_of_the_game


def repertoire_of_the_game() -> Repertoire:
    """Return all that the shipped content can name, to which games add extensions that they need.

    The first call of a process imports the installed extensions. Raises ExtensionError if one can't
    be used.
    """
    extensions = _whole(installed().values())
    register(extensions)
    plain = Repertoire(
        systems=systems_of_the_game(),
        layouts=layouts_of_the_game(),
        tricks=TrickRegistry(tricks_of_the_game()),
        effects=effects_of_the_game(),
        extend=_extend,
    )
    extended(plain, extensions)  # A fault appears now, and not when somebody makes a session.
    return plain


def _extend(plain: Repertoire, needed: Mapping[str, int]) -> Repertoire:
    """Return a repertoire with the extensions of these names. Raises MissingExtensionError."""
    return extended(plain, _whole(require_extensions(needed)))


def _whole(found: Iterable[Addition]) -> list[Extension]:
    """Return what was found as extensions. Raises ExtensionError for anything else."""
    wholes: list[Extension] = []
    for each in found:
        if not _is_extension(each):
            raise ExtensionError(each.name, f"expected an Extension; found {quoted(each)}")
        wholes.append(each)
    return wholes


def _is_extension(found: Addition) -> TypeGuard[Extension]:
    return isinstance(found, Extension)
