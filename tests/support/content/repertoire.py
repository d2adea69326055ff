"""The code behind the shipped content, which tests share: it never changes."""

from undertide_server.simulation.repertoire import repertoire_of_the_game

REPERTOIRE = repertoire_of_the_game()
