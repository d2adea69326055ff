"""What a tick costs on a floor on fire, against the same floor in peace.

Two runs of one game hold the same keep, all of it overgrown, the same monsters and as many heroes.
In one of them fire is laid again and again. The two take turns, tick for tick, within this process;
the figure is CPU time of the simulation alone, of ticks in which something burned. Heroes either
explore, or stand still, which is the cheapest that peace can be. Nobody dies of it: heroes and
monsters are whole again after every tick, in both runs.
"""

import statistics
import time
from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np

from undertide_server.content.load import load_ruleset
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Asked, Input, SeatTaken, Ticked
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.util.rng import SEED_BYTES, derive
from undertide_server.worldgen.game.game import Game, make_game
from undertide_shared.messages import Explore, Intent, Wait

Measured = tuple[list[float], list[float], list[float]]
"""Milliseconds of each tick in peace and on fire, and how many cells burned in it."""

SEEDS: Final = 3
HEROES: Final = 4
TICKS: Final = 400
FIRES: Final = 100
"""Cells that are lit when nothing burns any more: at its height some 600 burn."""
GOAL: Final = 2.0
BUSY: Final[dict[str, Intent]] = {"exploring": Explore(), "standing still": Wait()}


def main() -> None:
    """Measure and print."""
    ruleset = load_ruleset("keep")
    games = [make_game(ruleset, seed.to_bytes(SEED_BYTES, "big")) for seed in range(SEEDS)]
    for name, intent in BUSY.items():
        _tell(name, [_measured(game, intent) for game in games])


def _tell(name: str, measured: Sequence[Measured]) -> None:
    quiet, fire, burning = (list(chain(*parts)) for parts in zip(*measured, strict=True))
    print(f"Fire: {SEEDS} keeps, {HEROES} heroes {name}, {len(fire)} ticks")
    print(f"  burning cells       median {statistics.median(burning):.0f}, most {max(burning):.0f}")
    print(f"  a tick in peace     {_figures(quiet)}")
    print(f"  a tick on fire      {_figures(fire)}")
    ratios = ", ".join(f"{sum(fire) / sum(quiet):.2f}" for quiet, fire, _ in measured)
    print(f"  ratio of the means  {ratios}; goal: at most {GOAL:.0f}")


def _measured(game: Game, intent: Intent) -> Measured:
    """Return what ticks took in peace and on fire, and how many cells burned meanwhile."""
    peace, fire = _overgrown(game), _overgrown(game)
    quiet_ticks: list[float] = []
    fire_ticks: list[float] = []
    cells: list[float] = []
    for number in range(TICKS):
        burning = _keep_burning(fire, number)
        quiet_ticks.append(_tick(peace, number, intent))
        fire_ticks.append(_tick(fire, number, intent))
        cells.append(burning)
    peace.world.close()
    fire.world.close()
    return quiet_ticks, fire_ticks, cells


def _overgrown(game: Game) -> Run:
    """Return a run whose first floor is grass wherever one can walk."""
    run = new_run(game)
    step(run, [SeatTaken(seat, f"Hero {seat}") for seat in range(HEROES)])
    floor = _floor(run)
    grass = game.terrain.codes["grass"]
    plain = np.isin(floor.state.tiles, [game.terrain.codes[key] for key in ("floor", "passage")])
    for y, x in np.argwhere(plain).tolist():
        floor.set_tile((x, y), grass, game.terrain)
    step(run, [])
    return run


def _keep_burning(run: Run, number: int) -> int:
    """Lay fire where none is left, on grass that has grown again; return how many cells burn."""
    floor, table = _floor(run), run.game.terrain
    burning = int((floor.state.tiles == table.codes["burning_grass"]).sum())
    if burning:
        return burning
    for y, x in np.argwhere(floor.state.tiles == table.codes["ash"]).tolist():
        floor.set_tile((x, y), table.codes["grass"], table)
    grass = np.argwhere(floor.state.tiles == table.codes["grass"]).tolist()
    for y, x in derive(run.game.seed, "bench", number).sample(grass, FIRES):
        floor.set_tile((x, y), table.codes["burning_grass"], table)
    step(run, [])
    return FIRES


def _tick(run: Run, number: int, intent: Intent) -> float:
    """Let a tick pass, in which idle heroes ask for something; return its milliseconds."""
    inputs = [*_wishes(run, number, intent), Ticked(1)]
    before = time.process_time()
    step(run, inputs)
    took = (time.process_time() - before) * 1000
    floor = _floor(run)
    for row in [*floor.heroes.values(), *floor.monsters.values()]:
        row.body.life = row.body.max_life
    return took


def _wishes(run: Run, number: int, intent: Intent) -> list[Input]:
    return [
        Asked(row.hero.seat, number + 1, intent)
        for row in _floor(run).heroes.values()
        if row.auto_action.activity == "none"
    ]


def _floor(run: Run) -> FloorIndex:
    return next(iter(run.index.floors.values()))


def _figures(times: Sequence[float]) -> str:
    """Return mean, median and 95th percentile in milliseconds."""
    ordered = sorted(times)
    mean, middle = statistics.mean(ordered), statistics.median(ordered)
    return (
        f"mean {mean:.3f} ms, median {middle:.3f} ms, p95 {ordered[len(ordered) * 95 // 100]:.3f}"
    )


if __name__ == "__main__":
    main()
