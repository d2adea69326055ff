"""Time to plan a floor: layout, inhabitants and items, for every floor of many seeds.

`plan_floor` runs alone in this process. Each floor is planned once; the figure is CPU time, so that
what else the machine does counts little. Nothing is planned beforehand: the first floor of each
game fills caches, and that counts too.
"""

import statistics
import time
from typing import Final

from undertide_server.content.load import load_ruleset
from undertide_server.rng import SEED_BYTES
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game import make_game

SEEDS: Final = 25
HEROES: Final = 4
GOAL: Final = 50.0


def main() -> None:
    """Measure and print."""
    ruleset = load_ruleset("default")
    by_layout: dict[str, list[float]] = {}
    for seed in range(SEEDS):
        game = make_game(ruleset, seed.to_bytes(SEED_BYTES, "big"))
        for number in range(1, len(game.curve.floors) + 1):
            before = time.process_time()
            plan = plan_floor(game, number, HEROES)
            took = (time.process_time() - before) * 1000
            by_layout.setdefault(plan.layout_name, []).append(took)
    _tell(by_layout)


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
