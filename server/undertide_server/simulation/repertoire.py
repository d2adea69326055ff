"""The game's own layouts, tricks and effects, as one value.

Nothing in the simulation reads them from a module: each game holds the value that it was made with.
"""

from undertide_server.simulation.ai.tricks.registry import TrickRegistry, tricks_of_the_game
from undertide_server.simulation.effects.dispatch import effects_of_the_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.layouts.registry import layouts_of_the_game


def repertoire_of_the_game() -> Repertoire:
    """Return all that the shipped content can name."""
    return Repertoire(
        layouts=layouts_of_the_game(),
        tricks=TrickRegistry(tricks_of_the_game()),
        effects=effects_of_the_game(),
    )
