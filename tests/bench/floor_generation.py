"""Time to plan a floor: dug, shaped, furnished and filled. For floors of many seeds and full keeps.

`plan_floor` runs alone in this process. Each floor is planned once; the figure is CPU time, so that
what else the machine does counts little. Nothing is planned beforehand: the first floor of each
game fills caches, and that counts too.
"""

import statistics
import sys
import time
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from support.content.repertoire import REPERTOIRE
from undertide_server.content.load import load_ruleset
from undertide_server.util.rng import SEED_BYTES
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import Branch, branch_at

SEEDS: Final = 25
KEEPS: Final = 50
HEROES: Final = 4
GOAL: Final = 50.0
KEEP_GOAL: Final = 150.0


def main() -> None:
    """Measure and print."""
    by_layout: dict[str, list[float]] = {}
    for game in _games("default", SEEDS):
        for depth in range(len(game.curve.floors)):
            plan, took = _planned(game, branch_at(game, (0,) * depth))
            by_layout.setdefault(plan.layout_name, []).append(took)
    _tell(by_layout)
    keeps = sorted(_planned(game, branch_at(game, ()))[1] for game in _games("keep", KEEPS))
    print(f"Full keeps of the preset `keep`: {KEEPS}, for {HEROES} heroes")
    print(f"  {'all':20}{_figures(keeps)}; goal: under {KEEP_GOAL:.0f} ms at the median")


def _games(preset: str, seeds: int) -> list[Game]:
    ruleset = load_ruleset(preset)
    return [
        make_game(ruleset, seed.to_bytes(SEED_BYTES, "big"), REPERTOIRE) for seed in range(seeds)
    ]


def _planned(game: Game, branch: Branch) -> tuple[FloorPlan, float]:
    """Return the plan of a branch's floor, and the milliseconds that it took."""
    levels = (min(branch.number, len(game.ruleset.heroes.levels)),) * HEROES
    before = time.process_time()
    plan = plan_floor(game, branch, levels)
    return plan, (time.process_time() - before) * 1000


def _tell(by_layout: dict[str, list[float]]) -> None:
    times = sorted(each for some in by_layout.values() for each in some)
    print(f"Floors: {len(times)}, of {SEEDS} seeds, for {HEROES} heroes")
    print(f"  {'all':20}{_figures(times)}; goal: under {GOAL:.0f} ms")
    for name, some in sorted(by_layout.items()):
        print(f"  {name:20}{_figures(sorted(some))}, {len(some)} floors")


def _figures(times: list[float]) -> str:
    """Return median, 95th percentile and the longest of sorted times in milliseconds."""
    middle, high = statistics.median(times), times[len(times) * 95 // 100]
    return f"median {middle:5.1f} ms, p95 {high:5.1f} ms, longest {times[-1]:5.1f} ms"


if __name__ == "__main__":
    main()
