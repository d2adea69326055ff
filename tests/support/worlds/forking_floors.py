"""Floors of a run whose first floor has several stairs down."""

from support.worlds.staging import make_test_game
from undertide_server.simulation.mechanics.floors import entry, floor_below
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import children_of, root_of


def forking_game() -> Game:
    """Return a game of which the first floor has several stairs down."""
    games = (make_test_game(seed=bytes([number]) * 16) for number in range(100))
    return next(game for game in games if len(children_of(game, root_of(game))) > 1)


GAME = forking_game()


def run_of(heroes: int) -> Run:
    run = new_run(GAME)
    for seat in range(heroes):
        step(run, [SeatTaken(seat, f"Hero {seat}")])
    return run


def floor_of(run: Run, *path: int) -> FloorIndex:
    """Return the floor that these stairs lead to, one after another."""
    floor = entry(run)
    for stair in path:
        floor = floor_below(run, floor, stair)
    return floor
