"""The repertoire of this process: the game's own, and the extensions that are installed here."""

from undertide_server.content.discovery import discover_extensions
from undertide_server.simulation.repertoire import repertoire_of_the_game
from undertide_server.worldgen.game.repertoire import Repertoire


def repertoire_of_this_process() -> Repertoire:
    """Return all that content can name here. The first call of a process imports the extensions.

    Raises ExtensionError if one can't be used.
    """
    discover_extensions()
    return repertoire_of_the_game()
